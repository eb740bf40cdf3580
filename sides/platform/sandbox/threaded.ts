import { Worker } from 'node:worker_threads'
import type { StartedPlatform } from '../../../targets/platform/index.ts'
import type { Reply, Request, ThreadData } from './protocol.ts'

/** Sandboxes that run in another thread, so that judging and serving have a core each. */
export interface Sandboxes {
  /** @throws Error that prevented the start of a sandbox, or ended the thread */
  start(): Promise<StartedPlatform>
  /** Ends the thread and all sandboxes in it. */
  close(): Promise<void>
}

interface Thread {
  readonly worker: Worker
  /** The error that ended the thread, if one did. */
  broken?: unknown
}

/** A thread that was started in advance and has no sandbox yet. */
let prepared: Thread | undefined

/** Starts a thread in advance, so that it loads its modules while the caller loads its own. It keeps no process alive. */
export function prepareSandboxes(): void {
  if (prepared !== undefined) return
  prepared = begin()
  prepared.worker.unref()
}

function begin(): Thread {
  const url = new URL(import.meta.url.replace(/threaded(?=\.\w+$)/, 'thread'))
  const thread: Thread = { worker: new Worker(url, { name: 'sandbox' }) }
  // Listens from the start: an error without a listener would end the whole process.
  thread.worker.on('error', (error) => {
    thread.broken = error
  })
  return thread
}

/** Uses the thread that was prepared, or starts a new one. */
export function openSandboxes(data: ThreadData): Sandboxes {
  const thread = prepared ?? begin()
  const { worker } = thread
  prepared = undefined
  worker.ref()
  const open = new Map<number, PromiseWithResolvers<Reply>>()
  let last = 0
  worker.on('message', (reply: Reply) => open.get(reply.number)?.resolve(reply))
  worker.on('error', (error) => {
    for (const { reject } of open.values()) reject(error)
  })
  const ask = async (request: Request): Promise<Exclude<Reply, { error: unknown }>> => {
    if (thread.broken !== undefined) throw thread.broken
    const answer = Promise.withResolvers<Reply>()
    open.set(request.number, answer)
    try {
      worker.postMessage(request)
      const reply = await answer.promise
      if ('error' in reply) throw reply.error
      return reply
    } finally {
      open.delete(request.number)
    }
  }
  return {
    async start() {
      last += 1
      const number = last
      const { profile = {}, worksInRealTime = false } = await ask({ number, wish: 'start', data })
      return {
        worksInRealTime,
        profile: () => profile,
        close: async () => {
          await ask({ number, wish: 'close' })
        },
      }
    },
    async close() {
      await worker.terminate()
    },
  }
}
