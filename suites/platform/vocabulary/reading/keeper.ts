import { Worker } from 'node:worker_threads'
import { BOUNDS, type ReadingAnswer, type ReadingLimits, type ReadingTask } from './reading.ts'

const CHECK_EVERY_MS = 20
const MEGABYTE = 1024 * 1024

/** How far a thread may exceed its memory bound between two checks. Beyond it, this whole process ends, which does no harm. */
const SPARE_MEGABYTES = 64

let worker: Worker | undefined

/** Reads a file. Where a used thread was stopped, a fresh one tries again: an earlier file may have left data in its memory. */
async function perform(task: ReadingTask, bounds: ReadingLimits): Promise<ReadingAnswer> {
  const isUsed = worker !== undefined
  const answer = await attempt(task, bounds)
  return isUsed && 'stopped' in answer ? attempt(task, bounds) : answer
}

/** Gives a task to the thread, and stops the thread where it takes too much time or memory. */
function attempt(task: ReadingTask, { busyMs, timeMs, megabytes }: ReadingLimits): Promise<ReadingAnswer> {
  worker ??= new Worker(new URL(import.meta.url.replace(/keeper(?=\.\w+$)/, 'worker')), {
    resourceLimits: { maxOldGenerationSizeMb: megabytes + SPARE_MEGABYTES, maxYoungGenerationSizeMb: 8 },
  })
  const thread = worker
  return new Promise((resolve) => {
    const end = (answer: ReadingAnswer) => {
      clearTimeout(deadline)
      clearInterval(checks)
      thread.off('message', read).off('error', failed).off('exit', gone)
      resolve(answer)
    }
    const stop = (stopped: string) => {
      if (worker === thread) worker = undefined
      void thread.terminate()
      end({ stopped })
    }
    const deadline = setTimeout(() => stop(`it takes more than ${timeMs / 1000} s`), timeMs)
    const began = process.cpuUsage()
    const checks = setInterval(async () => {
      const { user, system } = process.cpuUsage(began)
      if ((user + system) / 1000 > busyMs) stop(`it takes more than ${busyMs / 1000} s of work`)
      const heap = await thread.getHeapStatistics().catch(() => undefined)
      if (heap !== undefined && heap.used_heap_size + heap.external_memory > megabytes * MEGABYTE)
        stop(tooLarge(megabytes))
    }, CHECK_EVERY_MS)
    const read = (value: unknown) => end({ read: value })
    const failed = ({ message }: Error) => stop(`the reader failed: ${message}`)
    const gone = () => stop(tooLarge(megabytes))
    thread.on('message', read).on('error', failed).on('exit', gone)
    thread.postMessage(task)
  })
}

const tooLarge = (megabytes: number) => `it takes more than ${megabytes} MB`

// Ctrl+C in the terminal reaches this process too. It ignores it, and ends when the run disconnects.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.on('disconnect', () => worker?.terminate())
process.on('message', async ({ task, bounds }: { task: ReadingTask; bounds?: ReadingLimits }) => {
  process.send?.(await perform(task, bounds ?? BOUNDS))
})
