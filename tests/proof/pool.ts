import { availableParallelism } from 'node:os'
import { Tinypool } from 'tinypool'
import type { Task, TaskResult } from './worker.ts'

/** The number of tasks that a thread runs at once, since a run mostly waits. */
const IN_HAND = 3

export interface Pool {
  /** Performs a task on some thread. @throws Error the error of the task */
  perform<T extends Task>(task: T): Promise<TaskResult<T>>
  close(): Promise<void>
}

/** Threads of this process, one for each core. Each judges sandboxes of its own. */
export function openPool(size: number = availableParallelism()): Pool {
  const threads = new Tinypool({
    filename: new URL('worker.ts', import.meta.url).href,
    name: 'perform',
    runtime: 'worker_threads',
    minThreads: size,
    maxThreads: size,
    concurrentTasksPerWorker: IN_HAND,
    // Each thread loads specification and suite once.
    isolateWorkers: false,
  })
  return {
    perform: (task) => threads.run(task),
    close: () => threads.destroy(),
  }
}
