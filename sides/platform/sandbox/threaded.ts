import { Worker } from 'node:worker_threads'
import type { StartedPlatform } from '../../../targets/platform/index.ts'
import type { Reply, Request, ThreadData } from './protocol.ts'

/** Sandboxes that run beside this thread, so that judging and serving have a core each. */
export interface Sandboxes {
  /** @throws Error what kept a sandbox from starting, or ended the thread */
  start(): Promise<StartedPlatform>
  /** Ends the thread, with whatever still runs in it. */
  close(): Promise<void>
}

/** A thread that was begun beforehand and has no sandbox yet. */
let prepared: Worker | undefined

/** Begins a thread, so that it loads its modules while its user does the same. It keeps no process alive. */
export function prepareSandboxes(): void {
  if (prepared !== undefined) return
  prepared = begin()
  prepared.unref()
}

function begin(): Worker {
  return new Worker(new URL(import.meta.url.replace(/threaded(?=\.\w+$)/, 'thread')), { name: 'sandbox' })
}

/** Opens the thread that was prepared, or a new one. */
export function openSandboxes(data: ThreadData): Sandboxes {
  const worker = prepared ?? begin()
  prepared = undefined
  worker.ref()
  const open = new Map<number, PromiseWithResolvers<Reply>>()
  let last = 0
  let broken: unknown
  worker.on('message', (reply: Reply) => open.get(reply.number)?.resolve(reply))
  worker.on('error', (error) => {
    broken = error
    for (const { reject } of open.values()) reject(error)
  })
  const ask = async (request: Request): Promise<Exclude<Reply, { error: unknown }>> => {
    if (broken !== undefined) throw broken
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
