import { availableParallelism } from 'node:os'
import { Tinypool } from 'tinypool'
import type { Task, TaskResult } from './worker.ts'

/** The number of tasks that a thread runs at once, since a run mostly waits. */
const IN_HAND = 4
/** Room for what lives shortly, in megabytes: with less, collecting it takes a twentieth of the time. */
const YOUNG_MB = 192

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
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    // Each thread loads specification and suite once.
    isolateWorkers: false,
  })
  return {
    perform: (task) => threads.run(task),
    close: () => threads.destroy(),
  }
}
