import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnswerJson, Caller } from './caller.ts'

/** A receiver that takes every delivery, and what it has got. */
export interface Receiver {
  readonly url: string
  /** Bodies by Event-ID. */
  readonly received: ReadonlyMap<string, string>
  /** Ids whose repetition had another body. */
  readonly changed: readonly string[]
  /** Deliveries that none of the given secrets signed. */
  unsigned(secrets: readonly string[]): number
  close(): void
}

export async function startReceiver(): Promise<Receiver> {
  const received = new Map<string, string>()
  const changed: string[] = []
  const signed: { readonly text: string; readonly signature: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const { 'event-id': id, timestamp, 'x-platform-signature': signature } = request.headers
      if (received.has(String(id)) && received.get(String(id)) !== body) changed.push(String(id))
      received.set(String(id), body)
      signed.push({ text: `${id}.${timestamp}.${body}`, signature: String(signature) })
      // Some attempts fail, so that a kill meets planned ones.
      response.writeHead(signed.length % 4 === 0 ? 503 : 200).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    changed,
    unsigned: (secrets) =>
      signed.filter(({ text, signature }) => !secrets.some((secret) => hmac(text, secret) === signature))
        .length,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const listed = (value: AnswerJson | undefined): readonly AnswerJson[] => (Array.isArray(value) ? value : [])

/**
 * Lets the schedule of every delivery end, and compares what happened with what the receiver got.
 *
 * @returns what does not fit
 */
export async function settledDeliveries(
  call: Caller,
  endpoints: readonly string[],
  { received, changed }: Receiver,
): Promise<readonly string[]> {
  for (let minutes = 0; minutes < 12; minutes++)
    await call.control('POST', '/clock/advance', { milliseconds: 60_000 })
  const events = listed((await call.control('GET', '/events')).json.events)
  const known = new Set(events.map(({ id }) => String(id)))
  const problems = changed.map((id) => `event ${id} came with two bodies`)
  for (const id of received.keys())
    if (!known.has(id)) problems.push(`the receiver has event ${id}, the sandbox has not`)
  const subjects = events.map(
    ({ type, body }) => `${type} ${body?.data?.quoteId ?? body?.data?.policyId ?? body?.data?.brokerId}`,
  )
  for (const subject of new Set(subjects.filter((one, place) => subjects.indexOf(one) !== place)))
    problems.push(`two events for ${subject}`)
  for (const endpoint of endpoints) {
    const log = listed((await call.control('GET', `/endpoints/${endpoint}/deliveries`)).json.deliveries)
    for (const { event_id: id, status } of log) {
      if (String(status) !== 'delivered') problems.push(`event ${id} is ${status} at ${endpoint}`)
      if (!received.has(String(id))) problems.push(`event ${id} never reached the receiver`)
    }
  }
  return problems
}
