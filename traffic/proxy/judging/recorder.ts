import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Passed } from '../record/passed.ts'
import type { Breach, Judged } from './breach.ts'
import { type FromJudge, type JudgingData, memoryOf, type ToJudge } from './protocol.ts'

/**
 * Entries are given to the thread together: after so many milliseconds, or so many entries. Each gift wakes the thread, and where the
 * processor is short that takes it from the bytes.
 */
const [TOGETHER_MS, TOGETHER] = [20, 64]
/** The most that may wait for the thread: entries, and bytes of their bodies. More is dropped, since bytes must not wait for it. */
const [MOST_WAITING, MOST_BYTES] = [12_000, 64 * 1024 * 1024]

export interface RecorderNews {
  breached(breach: Breach): void
  /** The thread has failed, so that nothing is recorded any more. */
  failed(error: Error): void
}

/** Records and judges what passes, in a thread of its own: the bytes wait for nothing. */
export interface TrafficRecorder {
  passed(one: Passed): void
  /** The rest of a connection passes unread. */
  unread(): void
  /** Ends the recording; undefined where the thread has failed. */
  end(): Promise<Judged | undefined>
}

/** @throws Error of the thread where it cannot begin: the file exists, the version is unknown */
export async function openRecorder(data: JudgingData, news: RecorderNews): Promise<TrafficRecorder> {
  // The file has another ending once it is emitted.
  const url = new URL(import.meta.url.replace(/recorder(?=\.\w+$)/, 'thread'))
  const worker = new Worker(url, { name: 'judging', workerData: data })
  const tell = (message: ToJudge) => worker.postMessage(message)
  const ended = Promise.withResolvers<Judged | undefined>()
  const ready = Promise.withResolvers<void>()
  let isOpen = false
  let waiting = { entries: 0, bytes: 0 }
  let dropped = 0
  worker.on('message', (message: FromJudge) => {
    if (message.kind === 'ready') ready.resolve()
    else if (message.kind === 'breach') news.breached(message.breach)
    else if (message.kind === 'judged') ended.resolve(message.judged)
    else waiting = { entries: waiting.entries - message.entries, bytes: waiting.bytes - message.bytes }
  })
  worker.on('error', (error: Error) => {
    ready.reject(error)
    ended.resolve(undefined)
    if (isOpen) news.failed(error)
    isOpen = false
  })
  await ready.promise
  isOpen = true
  let batch: Passed[] = []
  let planned: NodeJS.Timeout | undefined
  const give = () => {
    clearTimeout(planned)
    planned = undefined
    if (batch.length > 0 && isOpen) tell({ kind: 'passed', all: batch })
    batch = []
  }
  const tellDropped = () => {
    if (dropped === 0) return
    give()
    tell({ kind: 'dropped', entries: dropped })
    dropped = 0
  }
  return {
    passed(one) {
      if (!isOpen) return
      const bytes = waiting.bytes + memoryOf(one)
      if (waiting.entries >= MOST_WAITING || bytes > MOST_BYTES) {
        dropped += 1
        return
      }
      tellDropped()
      waiting = { entries: waiting.entries + 1, bytes }
      batch.push(one)
      if (batch.length >= TOGETHER) give()
      else planned ??= setTimeout(give, TOGETHER_MS)
    },
    unread() {
      give()
      if (isOpen) tell({ kind: 'unread' })
    },
    async end() {
      if (isOpen) {
        give()
        tellDropped()
        tell({ kind: 'end' })
      }
      isOpen = false
      const judged = await ended.promise
      if (worker.threadId !== -1) await once(worker, 'exit')
      return judged
    },
  }
}
