import { enableCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { Tinypool } from 'tinypool'
import { compileCache } from '../../conformance/compile-cache.ts'
import type { Task, TaskResult } from './worker.ts'

/** The number of tasks that a thread runs at once: a run waits now and then, and some runs nearly always. */
const IN_HAND = { working: 3, waiting: 8 }
/** Room for what lives shortly, in megabytes: with less, collecting it takes a twentieth of the time. */
const YOUNG_MB = 192

export interface Pool {
  /** Performs a task on some thread. @throws Error the error of the task */
  perform<T extends Task>(task: T): Promise<TaskResult<T>>
  close(): Promise<void>
}

const threadsOf = (count: number, inHand: number): Tinypool =>
  new Tinypool({
    filename: new URL('worker.ts', import.meta.url).href,
    name: 'perform',
    runtime: 'worker_threads',
    minThreads: count,
    maxThreads: count,
    concurrentTasksPerWorker: inHand,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    // Each thread loads specification and suite once.
    isolateWorkers: false,
  })

/**
 * Threads of this process, one for each core, and one for runs that mostly wait: beside busy tasks they would wake late. Each judges
 * sandboxes of its own.
 */
export function openPool(size: number = availableParallelism()): Pool {
  // Threads begin with a copy of this environment, and start in half the time.
  enableCompileCache()
  Object.assign(process.env, compileCache())
  const working = threadsOf(size, IN_HAND.working)
  let waiting: Tinypool | undefined
  return {
    perform(task) {
      if (!('waits' in task) || task.waits !== true) return working.run(task)
      waiting ??= threadsOf(1, IN_HAND.waiting)
      return waiting.run(task)
    },
    async close() {
      await Promise.all([working.destroy(), waiting?.destroy()])
    },
  }
}
