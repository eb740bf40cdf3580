import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Answered, Task, TaskResult } from './worker.ts'

/** How many tasks a thread has in hand: a run waits for a good part of its time. */
const IN_HAND = 3

export interface Pool {
  /** Performs a task on some thread. @throws Error what the task threw */
  perform<T extends Task>(task: T): Promise<TaskResult<T>>
  close(): Promise<void>
}

interface Waiting {
  readonly task: Task
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

/** Threads of this process, one for each core, that judge sandboxes of their own. */
export function openPool(size: number = availableParallelism()): Pool {
  const waiting: Waiting[] = []
  const underWay = new Map<number, Waiting>()
  let last = 0

  const threads = Array.from({ length: size }, () => {
    const worker = new Worker(new URL('worker.ts', import.meta.url))
    let inHand = 0
    const feed = (): void => {
      while (inHand < IN_HAND) {
        const next = waiting.shift()
        if (next === undefined) return
        inHand += 1
        last += 1
        underWay.set(last, next)
        worker.postMessage({ number: last, task: next.task })
      }
    }
    worker.on('message', (answer: Answered) => {
      const asked = underWay.get(answer.number)
      underWay.delete(answer.number)
      inHand -= 1
      if ('error' in answer) asked?.reject(new Error(answer.error))
      else asked?.resolve(answer.result as never)
      feed()
    })
    worker.on('error', (error: Error) => {
      for (const { reject } of [...underWay.values(), ...waiting.splice(0)]) reject(error)
      underWay.clear()
    })
    return { worker, feed }
  })

  return {
    perform: (task) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject })
        for (const { feed } of threads) feed()
      }),
    async close() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}
