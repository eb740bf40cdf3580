import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import {
  LISTENER_PATH,
  passedOn,
  type RelayedAnswer,
  type RelayedDelivery,
} from '../../conformance/ports/relay.ts'
import { begin } from './request.ts'

/** How a delivery ended, as the user reads it. */
export interface Forwarded {
  readonly delivery: RelayedDelivery
  /** Status of the receiver's answer, or why there was none. */
  readonly outcome: string
  /** From the delivery's arrival here to the head of the answer, in milliseconds. */
  readonly ms: number
  /** False where the sandbox had given up before the answer came. */
  readonly inTime: boolean
}

export interface Ends {
  readonly sandbox: URL
  readonly receiver: URL
  readonly secret: string
  readonly ca?: string | undefined
}

const codeOf = (error: unknown): string =>
  error instanceof Error
    ? 'code' in error && typeof error.code === 'string'
      ? error.code
      : error.message
    : String(error)

/** The receiver's address for a delivery: what followed the sandbox's address follows it here. */
export function receiverUrl(receiver: URL, path: string): URL {
  const url = new URL(receiver)
  const [beyond = '', query = ''] = path.split(/\?(.*)/s)
  if (beyond !== '') url.pathname = `${url.pathname.replace(/\/$/, '')}${beyond}`
  if (query !== '') url.search = url.search === '' ? query : `${url.search}&${query}`
  return url
}

/**
 * Passes a delivery on to the receiver, byte for byte, and sends the answer back while it comes.
 *
 * @param signal aborted when the sandbox has given up
 */
export async function forward(
  delivery: RelayedDelivery,
  ends: Ends,
  signal: AbortSignal,
): Promise<Forwarded> {
  const started = performance.now()
  const url = receiverUrl(ends.receiver, delivery.path)
  const body = Buffer.from(delivery.body, 'base64')
  const kept = passedOn(delivery.headers, 'host', 'content-length')
  const headers = ['Host', url.host, ...kept, 'Content-Length', String(body.length), 'Connection', 'close']
  const { sent, answer } = begin({ url, method: delivery.method, headers, ca: ends.ca, signal })
  sent.end(body)
  const ended = (outcome: string, inTime: boolean): Forwarded => ({
    ...{ delivery, outcome, inTime },
    ms: Math.round(performance.now() - started),
  })
  let head: IncomingMessage
  try {
    head = await answer
  } catch (error) {
    if (signal.aborted) return ended('no answer', false)
    const failure = codeOf(error)
    return ended(failure, await sendBack(delivery.id, { failure }, undefined, ends))
  }
  const { statusCode: status = 0, statusMessage: message = '', rawHeaders } = head
  const reported = ended(String(status), true)
  const inTime = await sendBack(delivery.id, { status, message, headers: rawHeaders }, head, ends)
  return { ...reported, inTime }
}

/** Sends an answer back; false where nobody waits for it. */
async function sendBack(
  id: string,
  head: RelayedAnswer,
  body: IncomingMessage | undefined,
  { sandbox, secret, ca }: Ends,
): Promise<boolean> {
  const { sent, answer } = begin({
    url: new URL(`${LISTENER_PATH}/${id}`, sandbox),
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/octet-stream' },
    ca,
  })
  sent.write(`${JSON.stringify(head)}\n`)
  try {
    if (body === undefined) sent.end()
    else await pipeline(body, sent)
    const { statusCode } = (await answer).resume()
    return statusCode === 204
  } catch {
    // The sandbox is gone, or has dropped the rest of an answer whose head it had.
    sent.destroy()
    return false
  }
}
