import type { Exchange } from '../../../conformance/exchange.ts'
import { headerOf } from '../../../conformance/headers.ts'
import { isObject } from '../../../conformance/json/object.ts'
import { parseJson } from '../../../conformance/json/parse.ts'
import { valueAt } from '../../../conformance/json/pointer.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { WireEntry } from '../record/entries.ts'
import { sizeOf } from './protocol.ts'
import { JudgedSubject } from './subject.ts'

/** The most that is kept for judging: subjects, and characters of all texts together. */
const [MOST_SUBJECTS, MOST_CHARACTERS] = [1000, 48 * 1024 * 1024]

/** The subjects that something was seen of lately. Its size is bounded: the one that nothing was seen of for longest goes first. */
export class BoundedLedger {
  readonly #subjects = new Map<string, { readonly subject: JudgedSubject; characters: number }>()
  readonly #changed = new Set<JudgedSubject>()
  #characters = 0
  #forgotten = 0

  /** How many subjects were given up, since there was no room for them. */
  get forgotten(): number {
    return this.#forgotten
  }

  add(entry: WireEntry): void {
    const key = entry.kind === 'exchange' ? keyOf(entry.exchange) : keyOfDelivery(entry.arrival)
    const isFirst = entry.kind === 'exchange' && entry.exchange.operation === 'submit'
    const known = this.#subjects.get(key) ?? { subject: new JudgedSubject(key, isFirst), characters: 0 }
    // Placed last again: the map is in the order of use.
    this.#subjects.delete(key)
    this.#subjects.set(key, known)
    const before = known.subject.length
    if (entry.kind === 'exchange') known.subject.addExchange(entry.exchange)
    else known.subject.addArrival(entry.arrival)
    // Where an entry took the place of another one, they are taken to be of one size.
    const size = known.subject.length > before ? charactersOf(entry) : 0
    known.characters += size
    this.#characters += size
    this.#changed.add(known.subject)
    this.#makeRoom()
  }

  get subjects(): readonly JudgedSubject[] {
    return [...this.#subjects.values()].map(({ subject }) => subject)
  }

  /** Requests for tokens, of which the last are kept. */
  get tokens(): readonly Exchange[] {
    return this.#subjects.get('token')?.subject.exchanges ?? []
  }

  /** Subjects that have changed since they were taken last. */
  takeChanged(): readonly JudgedSubject[] {
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed
  }

  /** Puts a subject back, to be judged later. */
  postpone(subject: JudgedSubject): void {
    this.#changed.add(subject)
  }

  #makeRoom(): void {
    for (const [key, { subject, characters }] of this.#subjects) {
      const isRoom = this.#subjects.size <= MOST_SUBJECTS && this.#characters <= MOST_CHARACTERS
      if (isRoom || this.#subjects.size === 1) return
      this.#subjects.delete(key)
      this.#characters -= characters
      this.#forgotten += 1
      this.#changed.delete(subject)
    }
  }
}

function charactersOf(entry: WireEntry): number {
  if (entry.kind === 'arrival') {
    const { endpoint, headers, body = '' } = entry.arrival
    return endpoint.length + sizeOf(headers) + body.length
  }
  const { request, answer } = entry.exchange
  const { url, headers, body = '' } = request
  const sent = url.length + sizeOf(headers) + body.length
  if (answer === undefined) return sent
  return sent + sizeOf(answer.headers) + (answer.body.text ?? answer.body.head ?? '').length
}

/** The quote in a path, or the one that a submission made. All other requests of one operation are one subject. */
function keyOf({ operation, quoteId, answer }: Exchange): string {
  if (quoteId !== undefined) return `quote ${quoteId.toLowerCase()}`
  const made = operation === 'submit' ? valueAt(parseJson(answer?.body.text), '/data/quote_id') : undefined
  return typeof made === 'string' ? `quote ${made.toLowerCase()}` : operation
}

function keyOfDelivery({ body, headers, id }: Arrival): string {
  const event = parseJson(body)
  const quote = isObject(event) ? valueAt(event, '/data/quoteId') : undefined
  if (typeof quote === 'string') return `quote ${quote.toLowerCase()}`
  return `event ${headerOf(headers, 'event-id') ?? id}`
}
