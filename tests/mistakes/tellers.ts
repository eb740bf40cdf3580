import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import type { Order, Told } from './teller.ts'

/** Some commands wait for a server that says nothing, and others go on meanwhile. */
const MOST_TELLERS = 3

/** Processes that carry out command lines, each one at a time. */
export interface Tellers {
  tell(order: Order): Promise<Told>
  close(): Promise<void>
}

/** Starts such processes as they are needed. */
export function openTellers(env: Readonly<Record<string, string>>): Tellers {
  const limit = pLimit(MOST_TELLERS)
  const idle: ChildProcess[] = []
  const all: ChildProcess[] = []
  const started = (): ChildProcess => {
    const file = fileURLToPath(new URL('./teller.ts', import.meta.url))
    const child = fork(file, [], { execArgv: [], env: { ...process.env, ...env } })
    all.push(child)
    return child
  }
  return {
    tell: (order) =>
      limit(async () => {
        const child = idle.pop() ?? started()
        const gone = once(child, 'exit').then(([code]) => {
          throw new Error(`the process of ${order.words.join(' ')} ended with ${code}`)
        })
        child.send(order)
        const [told] = (await Promise.race([once(child, 'message'), gone])) as [Told]
        // It ends with the test file, and nobody waits for that any more.
        gone.catch(() => undefined)
        idle.push(child)
        return told
      }),
    async close() {
      const gone = all.map((child) => once(child, 'exit'))
      for (const child of all) child.kill()
      await Promise.all(gone)
    },
  }
}
