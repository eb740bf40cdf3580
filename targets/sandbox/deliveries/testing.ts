import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Behaviour, BehaviourChanges } from '../behaviour.ts'
import { type Driver, drive, type Json } from '../testing.ts'

/** A request as it arrived. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly path: string
  /** Open until a test or the receiver's reaction ends it. */
  readonly response: ServerResponse
}

/**
 * A receiver's reaction to the attempt with this number, from 1: a status to answer at once; undefined leaves the answer to the
 * test.
 */
export type Reaction = (number: number, received: Received) => number | undefined

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  react: Reaction
  close(): void
}

/** Waits some milliseconds, so that what was written is read. */
export const waitBriefly = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

/** Starts a receiver on the loopback address; it answers 200 by default. */
export async function startReceiver(tls?: { key: string; cert: string }): Promise<Receiver> {
  const received: Received[] = []
  const serve: Parameters<typeof createServer>[1] = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const seen = {
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        path: request.url ?? '',
        response,
      }
      const status = receiver.react(received.push(seen), seen)
      if (status !== undefined) response.writeHead(status).end()
    })
  }
  const server: Server = tls === undefined ? createServer({}, serve) : createSecureServer({ ...tls }, serve)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/hooks`,
    received,
    react: () => 200,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return receiver
}

export interface DeliverySetup extends AsyncDisposable {
  readonly driver: Driver
  readonly receiver: Receiver
  /** Registers the receiver; returns id and secret of the endpoint. */
  register(events?: readonly string[], url?: string): Promise<{ id: string; secret: string }>
  /** Makes an event that is delivered at once. */
  emit(): Promise<void>
  /** Moves the clock in steps until it has moved by so many milliseconds. */
  pass(milliseconds: number, step?: number): Promise<void>
  status(id: string): Promise<string>
  deliveries(id: string): Promise<readonly Json[]>
  /** Milliseconds between the arrivals, by their `Timestamp`. */
  gaps(): number[]
}

/** A sandbox on a virtual clock, and a receiver. */
export async function setUpDeliveries(
  webhooks: Partial<Behaviour['webhooks']> = {},
  more: BehaviourChanges = {},
): Promise<DeliverySetup> {
  const receiver = await startReceiver()
  const driver = await drive({ behaviour: { ...more, webhooks } })
  return {
    driver,
    receiver,
    async register(events = ['broker.added'], url = receiver.url) {
      const { json, text } = await driver.control('POST', '/endpoints', { url, events })
      if (json.id === undefined) throw new Error(text)
      return { id: String(json.id), secret: String(json.secret) }
    },
    async emit() {
      await driver.control('POST', '/brokers', { name: 'Lakeside Brökerage', email: 'desk@lakeside.example' })
      await driver.advance(0)
    },
    async pass(milliseconds, step = milliseconds) {
      for (let left = milliseconds; left > 0; left -= step) await driver.advance(Math.min(step, left))
    },
    status: async (id) => String((await driver.control('GET', `/endpoints/${id}`)).json.status),
    deliveries: async (id) =>
      JSON.parse((await driver.control('GET', `/endpoints/${id}/deliveries`)).text).deliveries,
    gaps() {
      const at = receiver.received.map(({ headers }) => Date.parse(String(headers.timestamp)))
      return at.slice(1).map((moment, place) => moment - (at[place] ?? 0))
    },
    async [Symbol.asyncDispose]() {
      receiver.close()
      await driver.sandbox.close()
    },
  }
}
