import type { Answer, Exchange } from '../../../conformance/exchange.ts'
import { headerOf } from '../../../conformance/headers.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { ApiEndpoint } from '../../../spec/index.ts'
import type { PlatformProfile } from '../../../targets/profile/index.ts'
import { IdBook } from '../../../targets/webhooks/listener/id-book.ts'
import { findSignature } from '../../../targets/webhooks/signature/signature.ts'
import { contentOf } from './content.ts'
import { CredentialNames } from './credentials.ts'
import type { Passed } from './passed.ts'
import { type Places, placesOf } from './places.ts'

/** An entry of the ledger as it went over the wire, with its secrets. */
export type WireEntry = (
  | { readonly kind: 'exchange'; readonly exchange: Exchange }
  | { readonly kind: 'arrival'; readonly arrival: Arrival }
) & {
  /** Why no statement can be judged by it; absent where some can. */
  readonly unjudged?: string
}

/** The parts of a profile that entries are made with. Holds secrets. */
export type KnownPlatform = Pick<PlatformProfile, 'baseUrl' | 'authUrl' | 'credentials' | 'webhooks'>

/** How long before its entry a request may have come, in milliseconds: this process may have been busy. */
const DOUBT_MS = 100

/** Makes entries of a ledger from what passed. */
export class Entries {
  readonly #places: Places
  readonly #names: CredentialNames
  readonly #ids = new IdBook()
  readonly #signingSecret: string | undefined

  constructor(profile: KnownPlatform, endpoints: readonly ApiEndpoint[]) {
    this.#places = placesOf(profile, endpoints)
    this.#names = new CredentialNames(profile)
    this.#signingSecret = profile.webhooks?.signingSecret
  }

  of(passed: Passed): WireEntry {
    return passed.route === 'hooks' ? this.#delivery(passed) : this.#exchange(passed)
  }

  #exchange(passed: Passed): WireEntry {
    const { number, method, headers, failure, startedAt, sinceMs, elapsedMs, timing, brokenBy } = passed
    const { url, ...place } = this.#places(passed)
    const sent = passed.body.size > 0 ? contentOf(passed.body, headers) : undefined
    const content = passed.answer && contentOf(passed.answer.body, passed.answer.headers)
    const answer: Answer | undefined =
      passed.answer && content && failure === undefined
        ? { status: passed.answer.status, headers: passed.answer.headers, body: content.body }
        : undefined
    const text = sent?.body.text ?? (sent && Buffer.from(passed.body.kept).toString('utf8'))
    const isToken = place.operation === 'token'
    const client = isToken ? this.#names.client(new URLSearchParams(text ?? '')) : undefined
    const issues =
      isToken && (answer?.status ?? 0) < 300
        ? this.#names.granted(this.#names.owner(headers, text ?? '') ?? 'unknown', answer?.body.text)
        : undefined
    const exchange: Exchange = {
      id: `traffic#${number}`,
      ...place,
      ...(issues !== undefined && { issues }),
      request: {
        ...{ method, url, headers },
        ...(text !== undefined && { body: text }),
        ...(passed.body.kept.length < passed.body.size && { cut: true as const }),
        ...(client === undefined ? { credentials: this.#names.of(headers) } : { client }),
      },
      ...(answer && { answer }),
      ...(failure && { failure }),
      ...{ startedAt, elapsedMs, timing, targetMs: sinceMs },
    }
    const unjudged =
      sent?.isReadable === false || !passed.body.isWhole
        ? 'the request was cut off, or its body is too long or cannot be read'
        : content?.isReadable === false && brokenBy === undefined
          ? 'the body of the answer is too long or cannot be read'
          : headers.some(([name]) => name === 'range')
            ? 'only a part was asked for'
            : undefined
    return { kind: 'exchange', exchange, ...(unjudged !== undefined && { unjudged }) }
  }

  #delivery(passed: Passed): WireEntry {
    const { number, method, asked, headers, body, answer, sinceMs, elapsedMs, startedAt } = passed
    const value = (name: string) => headerOf(headers, name)
    const [eventId, timestamp, signature] = ['event-id', 'timestamp', 'x-platform-signature'].map(value)
    const content = contentOf(body, headers)
    const { text, encoding } = content.body
    const found = findSignature(
      {
        ...(eventId !== undefined && { eventId }),
        ...(timestamp !== undefined && { timestamp }),
        ...(signature !== undefined && { value: signature }),
        body: body.kept,
      },
      { ...(this.#signingSecret !== undefined && { current: this.#signingSecret }), older: [], others: [] },
    )
    const reused = this.#ids.note(eventId, text)
    const arrival: Arrival = {
      id: `traffic#${number}`,
      endpoint: asked,
      method,
      headers,
      ...(text !== undefined && { body: text }),
      ...(encoding !== undefined && { encoding }),
      bodySha256: body.sha256,
      earliest: Math.max(0, sinceMs - DOUBT_MS),
      latest: sinceMs,
      receivedAt: startedAt,
      ...(reused.length > 0 && { reused }),
      ended: sinceMs + elapsedMs,
      openMs: Math.round(elapsedMs),
      ...(passed.brokenBy === 'sender' && answer === undefined && { unanswered: true as const }),
      answered:
        answer === undefined
          ? { kind: passed.brokenBy === 'target' ? 'reset' : 'silence' }
          : { kind: 'answer', status: answer.status },
      signature: this.#signingSecret === undefined ? { ...found, signedWith: 'unknown' } : found,
    }
    const unjudged = content.isReadable ? undefined : 'the delivery was cut off, or is too long'
    return { kind: 'arrival', arrival, ...(unjudged !== undefined && { unjudged }) }
  }
}
