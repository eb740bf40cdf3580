import { spawn } from 'node:child_process'
import { details } from './failures.ts'

const MAX_OUTPUT_BYTES = 1024 * 1024

/** Result of running a program. */
export interface CommandResult {
  /** Absent when it could not be started, ran out of time or was killed. */
  readonly exitCode?: number
  readonly stdout: Uint8Array
  readonly problem?: {
    readonly kind: 'unreachable' | 'timeout' | 'reset' | 'too-large'
    readonly message: string
  }
  readonly elapsedMs: number
}

export interface CommandBounds {
  /** The folder in which it runs. */
  readonly folder: string
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds after which it is killed. */
  readonly timeoutMs: number
  /** Kills it when aborted. */
  readonly closed: AbortSignal
}

/**
 * Runs a program without a shell and collects its standard output.
 *
 * @param argv program and arguments
 */
export function runProgram(
  argv: readonly string[],
  { folder, env, timeoutMs, closed }: CommandBounds,
): Promise<CommandResult> {
  const began = performance.now()
  return new Promise((resolve) => {
    const [program = '', ...args] = argv
    const child = spawn(program, args, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      signal: closed,
    })
    const chunks: Buffer[] = []
    let size = 0

    const finish = (outcome: Pick<CommandResult, 'exitCode' | 'problem'>) => {
      clearTimeout(timer)
      // A child of the program may keep the pipe open without end.
      child.stdout.destroy()
      child.kill('SIGKILL')
      resolve({ ...outcome, stdout: Buffer.concat(chunks), elapsedMs: performance.now() - began })
    }
    const timer = setTimeout(
      () =>
        finish({ problem: { kind: 'timeout', message: `the command did not end within ${timeoutMs} ms` } }),
      timeoutMs,
    )
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_OUTPUT_BYTES) chunks.push(chunk)
      else
        finish({
          problem: { kind: 'too-large', message: `the command wrote more than ${MAX_OUTPUT_BYTES} bytes` },
        })
    })
    child.on('error', (error) =>
      finish({
        problem: { kind: 'unreachable', message: `the command could not be run: ${details(error).message}` },
      }),
    )
    child.on('exit', (code, signal) => {
      const end = () =>
        finish(
          code === null
            ? { problem: { kind: 'reset', message: `the command was ended by ${signal}` } }
            : { exitCode: code },
        )
      if (child.stdout.readableEnded) end()
      else {
        child.stdout.once('end', end)
        setTimeout(end, 100).unref()
      }
    })
  })
}
