import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Milliseconds that a server may take until it listens. */
const START_MS = 60_000

export interface Surroundings {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
}

/** A program that was started. */
export interface Program {
  /** Its output so far. */
  said(): string
  /** The exit code; null where a signal ended it. Rejects where it is not installed. */
  readonly ended: Promise<number | null>
  isRunning(): boolean
  /** Ends it with all that it started. */
  end(): Promise<void>
}

/** Starts a program in a process group of its own, so that it can be ended with all its children. */
export function startProgram(
  [name, ...words]: readonly [string, ...string[]],
  { cwd, environment }: Surroundings,
): Program {
  const child = spawn(name, words, {
    cwd,
    env: { ...process.env, ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  let running = true
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${name} could not be started: ${error.message}`)))
    child.once('close', resolve)
  }).finally(() => {
    running = false
  })
  // Whoever waits for the end gets the error; a server's end is not awaited before it is ended.
  ended.catch(() => undefined)
  return {
    said: () => text,
    ended,
    isRunning: () => running,
    async end() {
      endGroup(child)
      await ended.catch(() => undefined)
    },
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group has ended already.
  }
}

/** Waits until a server of this machine listens. Throws where its program ends before, or takes too long. */
export async function listening(port: number, program: Program): Promise<void> {
  const end = performance.now() + START_MS
  while (performance.now() < end) {
    if (await accepts(port)) return
    if (!program.isRunning()) {
      await program.ended
      throw new Error(`the server ended before it listened: ${program.said().trim().split('\n').at(-1)}`)
    }
    await setTimeout(50)
  }
  throw new Error(`the server did not listen on ${port} within ${START_MS / 1000} s`)
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy() && resolve(true)).once('error', () => resolve(false))
  })
