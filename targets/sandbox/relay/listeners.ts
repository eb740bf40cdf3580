import { createHash, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { PING_MS, type RelayedDelivery, type RelayLine } from '../../../conformance/ports/relay.ts'

/** A delivery on its way to a listener. */
interface UnderWay {
  readonly to: Listener
  /** The open request of the sandbox's own sender. */
  readonly response: ServerResponse
}

/** An open stream. */
interface Listener {
  readonly stream: ServerResponse
}

/** The streams of listeners, and the deliveries that they have not answered yet. */
export interface Listeners {
  /** Writes deliveries to the address of this secret into a stream from now on. */
  open(secret: string, stream: ServerResponse, addressOf: (name: string) => string): void
  /** Passes a delivery on; it ends without an answer where nobody listens. */
  pass(name: string, delivery: Omit<RelayedDelivery, 'kind' | 'id'>, response: ServerResponse): void
  /** Ends the wait for an answer: returns the request to answer, if it still waits and is for the listener with this secret. */
  answered(secret: string, id: string): ServerResponse | undefined
}

/** The part of an address that stands for a listener. It tells nothing of the secret: others see the address. */
const nameOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url').slice(0, 22)

export function createListeners(): Listeners {
  const byName = new Map<string, Listener>()
  const underWay = new Map<string, UnderWay>()
  const write = ({ stream }: Listener, line: RelayLine) => void stream.write(`${JSON.stringify(line)}\n`)

  return {
    open(secret, stream, addressOf) {
      const name = nameOf(secret)
      const listener = { stream }
      const before = byName.get(name)
      if (before !== undefined) {
        write(before, { kind: 'replaced' })
        before.stream.end()
      }
      byName.set(name, listener)
      const pinging = setInterval(() => write(listener, { kind: 'ping' }), PING_MS)
      pinging.unref()
      stream.on('error', () => {})
      stream.once('close', () => {
        clearInterval(pinging)
        if (byName.get(name) === listener) byName.delete(name)
        // Nobody will answer these any more: each is an attempt that failed.
        for (const { to, response } of underWay.values()) if (to === listener) response.destroy()
      })
      stream.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
      write(listener, { kind: 'hello', address: addressOf(name) })
    },
    pass(name, delivery, response) {
      const to = byName.get(name)
      if (to === undefined) {
        response.destroy()
        return
      }
      const id = randomUUID()
      underWay.set(id, { to, response })
      response.once('close', () => {
        if (underWay.delete(id)) write(to, { kind: 'given-up', id })
      })
      write(to, { kind: 'delivery', id, ...delivery })
    },
    answered(secret, id) {
      const waiting = underWay.get(id)
      if (waiting === undefined || byName.get(nameOf(secret)) !== waiting.to) return undefined
      underWay.delete(id)
      return waiting.response
    },
  }
}
