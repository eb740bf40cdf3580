import { availableParallelism } from 'node:os'
import { Tinypool } from 'tinypool'
import type { Task, TaskResult } from './worker.ts'

/** How many tasks a thread has in hand: a run waits for a good part of its time. */
const IN_HAND = 3

export interface Pool {
  /** Performs a task on some thread. @throws Error what the task threw */
  perform<T extends Task>(task: T): Promise<TaskResult<T>>
  close(): Promise<void>
}

/** Threads of this process, one for each core, that judge sandboxes of their own. */
export function openPool(size: number = availableParallelism()): Pool {
  const threads = new Tinypool({
    filename: new URL('worker.ts', import.meta.url).href,
    name: 'perform',
    runtime: 'worker_threads',
    minThreads: size,
    maxThreads: size,
    concurrentTasksPerWorker: IN_HAND,
    // The judging parts are made once in each thread.
    isolateWorkers: false,
  })
  return {
    perform: (task) => threads.run(task),
    close: () => threads.destroy(),
  }
}
