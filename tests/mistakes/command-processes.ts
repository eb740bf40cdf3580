import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import type { Command, CommandEnd } from './command-process.ts'

/** Some commands wait for a server that never answers, and others go on meanwhile. */
const MOST = 3

/** Processes that run command lines, one at a time each. */
export interface CommandProcesses {
  perform(command: Command): Promise<CommandEnd>
  close(): Promise<void>
}

/** Starts such processes when they are needed. */
export function openCommandProcesses(env: Readonly<Record<string, string>>): CommandProcesses {
  const limit = pLimit(MOST)
  const idle: ChildProcess[] = []
  const all: ChildProcess[] = []
  const started = (): ChildProcess => {
    const file = fileURLToPath(new URL('./command-process.ts', import.meta.url))
    const child = fork(file, [], { execArgv: [], env: { ...process.env, ...env } })
    all.push(child)
    return child
  }
  return {
    perform: (command) =>
      limit(async () => {
        const child = idle.pop() ?? started()
        const gone = once(child, 'exit').then(([code]) => {
          throw new Error(`the process of ${command.words.join(' ')} ended with ${code}`)
        })
        child.send(command)
        const [end] = (await Promise.race([once(child, 'message'), gone])) as [CommandEnd]
        // The process ends with the test file, and nobody waits for its end any more.
        gone.catch(() => undefined)
        idle.push(child)
        return end
      }),
    async close() {
      const gone = all.map((child) => once(child, 'exit'))
      for (const child of all) child.kill()
      await Promise.all(gone)
    },
  }
}
