import { createHash } from 'node:crypto'
import { headerOf } from '../../../conformance/headers.ts'
import type { Arrival, ScriptedAnswer, SignatureFinding } from '../../../conformance/ports/webhooks.ts'
import type { SignedDelivery } from '../signature/delivery.ts'
import { findSignature, isSigned } from '../signature/signature.ts'
import { encodedText, type ReadBody } from './request.ts'
import type { SecretBook } from './secret-book.ts'

/** Facts about an attempt, known when its request has been read. */
export interface ReceivedAttempt {
  readonly id: string
  /** Path of its endpoint. */
  readonly path: string
  /** Types of events that its endpoint was registered for when the attempt arrived. */
  readonly subscribed: readonly string[]
  /** True where it followed a redirect. */
  readonly redirected: boolean
  readonly method: string
  readonly headers: Arrival['headers']
  readonly read: ReadBody
  readonly earliest: number
  readonly latest: number
  /** By the suite's clock. */
  readonly receivedAt: number
  readonly besideMs?: number
  readonly besideMovingMs?: number
  readonly heldMs?: number
  readonly answered: ScriptedAnswer
  /** How many secrets its endpoint had had when it arrived. */
  readonly secretsKnown: number
  /** Its ids that an event about something else had before. */
  readonly reused: NonNullable<Arrival['reused']>
}

/** How an attempt ended, in real milliseconds since its arrival. */
interface End {
  readonly openMs: number
  /** For how many of them the target's clock was being moved. */
  readonly movingMs: number
  /** False where the other side closed the connection before an answer began. */
  readonly isAnswered: boolean
}

/** One attempt as it was received, and the arrival that is shown for it, with its signature judged. */
export class ArrivalRecord {
  readonly #endpoint: object
  readonly #attempt: ReceivedAttempt
  readonly #book: SecretBook
  #ended: Pick<Arrival, 'ended' | 'openMs' | 'movingMs' | 'unanswered'> | undefined
  #shown: { readonly arrival: Arrival; readonly version: number } | undefined

  constructor(endpoint: object, attempt: ReceivedAttempt, book: SecretBook) {
    this.#endpoint = endpoint
    this.#attempt = attempt
    this.#book = book
  }

  /** @param ended target time in milliseconds */
  end(ended: number, { openMs, movingMs, isAnswered }: End): void {
    this.#ended ??= {
      ...{ ended, openMs: Math.round(openMs) },
      ...(movingMs > 0 && { movingMs: Math.round(movingMs) }),
      ...(!isAnswered && { unanswered: true as const }),
    }
  }

  /** The arrival as far as it is known; its signature is judged again only when later secrets may explain it. */
  show(): Arrival {
    const version = this.#book.version()
    const settled = this.#shown && this.#shown.arrival.signature.signedWith !== 'none'
    if (!this.#shown || (!settled && this.#shown.version !== version))
      this.#shown = { arrival: this.#judged(), version }
    const { arrival } = this.#shown
    if (this.#ended !== undefined && arrival.ended === undefined)
      this.#shown = { arrival: { ...arrival, ...this.#ended }, version: this.#shown.version }
    return this.#shown.arrival
  }

  #judged(): Arrival {
    const { id, path, subscribed, redirected, method, headers, read, answered } = this.#attempt
    const { earliest, latest, receivedAt, besideMs, besideMovingMs, heldMs, reused } = this.#attempt
    const { text, encoding } = encodedText(read) ?? {}
    const signature = this.#signature()
    const beside = signature.signedWith === 'none' ? this.#besideSignature() : undefined
    return {
      id,
      endpoint: path,
      ...(subscribed.length > 0 && { subscribed }),
      ...(beside !== undefined && { beside: true as const }),
      ...(redirected && { redirected }),
      method,
      headers,
      ...(text !== undefined && { body: text }),
      ...(encoding !== undefined && { encoding }),
      bodySha256: createHash('sha256').update(read.bytes).digest('hex'),
      earliest,
      latest,
      receivedAt,
      ...(besideMs !== undefined && { besideMs, ...(besideMovingMs !== undefined && { besideMovingMs }) }),
      ...(heldMs !== undefined && { heldMs }),
      ...(reused.length > 0 && { reused }),
      answered,
      signature: beside ?? signature,
    }
  }

  /** Says whether the signature is right with a text as its key, which need not be a secret of the endpoint. */
  isSignedBy(text: string): boolean {
    return isSigned(this.#delivery(), text)
  }

  #delivery(): SignedDelivery {
    const { headers, read } = this.#attempt
    const [eventId, timestamp, value] = ['event-id', 'timestamp', 'x-platform-signature'].map((name) =>
      headerOf(headers, name),
    )
    return {
      ...(eventId !== undefined && { eventId }),
      ...(timestamp !== undefined && { timestamp }),
      ...(value !== undefined && { value }),
      body: read.bytes,
    }
  }

  /** The signature with the secret of another endpoint at the same address; undefined where none of them signed it. */
  #besideSignature(): SignatureFinding | undefined {
    const signer = this.#book.beside(this.#endpoint).find((secret) => this.isSignedBy(secret))
    const value = this.#delivery().value
    return signer === undefined || value === undefined ? undefined : { value, signedWith: 'current' }
  }

  #signature(): SignatureFinding {
    const { secretsKnown } = this.#attempt
    const delivery = this.#delivery()
    const found = findSignature(delivery, this.#book.at(this.#endpoint, secretsKnown))
    const later = this.#book.later(this.#endpoint, secretsKnown)
    if (found.signedWith !== 'none') return found
    const unread = found.diagnosis === undefined ? this.#book.unread(this.#endpoint) : []
    const right = unread.find(({ text }) => this.isSignedBy(text))
    if (right !== undefined) {
      this.#book.correct(this.#endpoint, right)
      return this.#signature()
    }
    if (!later) return found
    const then = findSignature(delivery, later)
    return then.signedWith === 'none' ? found : then
  }
}
