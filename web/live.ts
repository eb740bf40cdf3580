import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How often a page's source is checked, in milliseconds. */
const CHECK_MS = 300

/**
 * Serves a stream that tells open pages when they are out of date. Its events have no data: a page fetches itself again. The id of
 * an event is the state that was reported. So a page that lost its connection learns what it missed, even from a new process.
 *
 * @param path where the stream is served
 * @param shown a short text in one line, cheap to make, that changes with what the pages show
 */
export function addLive(scope: FastifyInstance, path: string, shown: () => string): void {
  scope.get(path, { sse: 'only' }, async (_request, reply) => {
    const { sse } = reply
    sse.keepAlive()
    let reported = sse.lastEventId ?? shown()
    await sse.send({ id: reported, event: 'connected', data: '', retry: 1000 })
    const checking = setInterval(() => {
      const now = shown()
      if (now === reported || !sse.isConnected) return
      reported = now
      void sse.send({ id: now, event: 'changed', data: '' }).catch(() => undefined)
    }, CHECK_MS).unref()
    sse.onClose(() => clearInterval(checking))
  })
}

/** Tells whether an open page fetches itself again: only its live parts are shown, the rest of the answer is thrown away. */
export const isRefresh = ({ headers }: FastifyRequest): boolean => headers['x-refresh'] !== undefined
