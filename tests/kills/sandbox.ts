import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { launcher } from '../cli/command.ts'

/** A sandbox with `--data` in a process of its own, always on the same ports. */
export interface KeptSandbox {
  /** Starts it, unless it runs already; returns when it serves, or when it was killed before that. */
  start(): Promise<void>
  kill(): Promise<void>
  readonly origin: string
  readonly controlUrl: string
  /** Its errors on stderr since its last start. */
  said(): string
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

export async function keptSandbox(data: string, words: readonly string[] = []): Promise<KeptSandbox> {
  const [port, control] = [await freePort(), await freePort()]
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let said = ''
  return {
    origin,
    controlUrl: `http://127.0.0.1:${control}`,
    said: () => said,
    async start() {
      if (child !== undefined && child.exitCode === null && child.signalCode === null) return
      said = ''
      const ports = ['--port', String(port), '--control-port', String(control)]
      const started = spawn(
        process.execPath,
        [launcher, 'sandbox', '--data', data, ...ports, '--quiet', ...words],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      )
      child = started
      started.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
      // It prints only after it listens and has written its profile.
      await Promise.race([once(started.stdout, 'data'), once(started, 'close')])
      started.stdout.resume()
      // A process whose end was too near to be seen above.
      await setTimeout(0)
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    },
  }
}
