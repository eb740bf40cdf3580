import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import type { Finished } from './command.ts'
import type { Command } from './command-process.ts'

/** Milliseconds that a command may take. A whole run takes minutes on a busy machine. */
const RUN_MS = 340_000
/** Some commands wait, and others go on meanwhile. */
const MOST = 4

const limit = pLimit(MOST)
const idle: ChildProcess[] = []

/** Starts a process that performs commands. It ends with this one. */
const started = (): ChildProcess =>
  fork(fileURLToPath(new URL('./command-process.ts', import.meta.url)), [], { execArgv: [] })

/** Makes this process wait for another one, or end without it. */
function hold(child: ChildProcess, how: 'ref' | 'unref'): void {
  child[how]()
  child.channel?.[how]()
}

/**
 * Runs a command line to its end. It also works outside of a test. Commands follow each other in a few processes.
 * `command.ts` starts a process for each, whose streams, signals and end a test can see.
 *
 * @throws Error where the process ends before the command, or the command takes too long
 */
export function whole(
  words: readonly string[],
  {
    env = {},
    cwd = process.cwd(),
    ms = RUN_MS,
  }: {
    readonly env?: Readonly<Record<string, string>>
    readonly cwd?: string
    /** How long it may take, in milliseconds. */
    readonly ms?: number
  } = {},
): Promise<Finished> {
  return limit(async () => {
    const child = idle.pop() ?? started()
    hold(child, 'ref')
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(ms)])
    const [ended, gone] = ['message', 'exit'].map((event) => once(child, event, { signal }))
    try {
      const command: Command = { words, cwd, env: { ...process.env, npm_lifecycle_event: '', ...env } }
      child.send(command)
      const lost = gone?.then(([code]) =>
        Promise.reject(new Error(`${words.join(' ')}: its process ended with ${code}`)),
      )
      const [finished] = (await Promise.race([ended, lost])) as [Finished]
      idle.push(child)
      return finished
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    } finally {
      over.abort()
      hold(child, 'unref')
    }
  })
}
