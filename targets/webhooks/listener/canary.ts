import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent, request } from 'undici'
import { messageOf } from '../../../conformance/errors.ts'
import { headersOf, readBody } from './request.ts'

const PATIENCE_MS = 10_000

/** White space, escapes, non-ASCII letters and numbers that change when JSON is parsed and written again. */
const BODY = Buffer.from(
  '{ "b" : 1e2,\n\t"a":"\\u00e9\\/ \u00e9 \u20ac \u{1F512}" , "a2":1.50, "z":[ ] }\r\n',
  'utf8',
)

const HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'event-id': 'Canary.1',
  timestamp: '2026-03-04T05:06:07.890+00:00',
  'x-platform-signature': 'AB'.repeat(32).toLowerCase(),
}

/** Result of a request that the suite sent to its own receiver by its public address, as deliveries come. */
export type CanaryResult =
  | { readonly kind: 'intact' }
  /** The suite cannot reach the address itself, but the platform still may. */
  | { readonly kind: 'unreached'; readonly why: string }
  | { readonly kind: 'rewritten'; readonly what: string }

/** A test request with a path of its own, sent through whatever is between the public address and the receiver. */
export class Canary {
  readonly path = `/${randomBytes(16).toString('hex')}`
  #seen: string | undefined

  /** Compares the request that reached the receiver under the canary's path with the one that was sent, and answers it. */
  async take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readBody(incoming)
    const headers = headersOf(incoming)
    const changed = Object.entries(HEADERS).filter(
      ([name, value]) =>
        headers
          .filter(([key]) => key === name)
          .map(([, is]) => is)
          .join(', ') !== value,
    )
    if (read === undefined || !read.bytes.equals(BODY)) this.#seen = 'the bytes of the body'
    else this.#seen = changed.map(([name]) => `the header ${name}`).join(', ')
    response.writeHead(200).end()
  }

  /** @param url the receiver's public address, without a trailing slash */
  async fly(url: string): Promise<CanaryResult> {
    // The certificate is not checked here: the platform decides whether it trusts it.
    const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
    try {
      const answer = await request(url + this.path, {
        method: 'POST',
        headers: HEADERS,
        body: BODY,
        dispatcher,
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      await answer.body.dump()
      if (this.#seen === undefined)
        return { kind: 'unreached', why: `something else answered ${answer.statusCode}` }
      return this.#seen === '' ? { kind: 'intact' } : { kind: 'rewritten', what: this.#seen }
    } catch (error) {
      return { kind: 'unreached', why: messageOf(error) }
    } finally {
      await dispatcher.destroy()
    }
  }
}
