import { createHash } from 'node:crypto'
import type { Exchange } from '../../../../conformance/exchange.ts'
import { isObject } from '../../../../conformance/json/object.ts'
import { parseJson } from '../../../../conformance/json/parse.ts'
import type { Delivery } from '../../../../conformance/ports/receiver.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import { isAccepted } from './answer.ts'

interface First extends Exchange {
  readonly isOwed: boolean
  readonly type: EventType | undefined
}

/**
 * Every Event-ID that was validly signed and accepted in a run, in whichever scenario, except beside idle connections. An id that
 * came with two different bodies is left out: no platform sends that, and how a receiver handles it is open.
 */
export class TakenIds {
  readonly #header: string
  /** SHA-256 of the body of each event; undefined where there were several bodies. */
  readonly #taken = new Map<string, string | undefined>()
  readonly #first = new Map<string, First>()
  readonly #sentAt = new Map<string, number>()
  readonly #shown = new Set<string>()
  readonly #leftOut = new Set<string>()
  #latest: ReadonlySet<string> = new Set()

  /** @param header name of the header that holds an Event-ID */
  constructor(header: string) {
    this.#header = header.toLowerCase()
  }

  /** Takes note of any delivery, however it was answered: a receiver may process what it did not accept. */
  noteSent(delivery: Delivery, { startedAt }: Exchange): void {
    const id = this.#idOf(delivery)
    if (id !== undefined && !this.#sentAt.has(id)) this.#sentAt.set(id, startedAt)
  }

  /**
   * Takes note of the answer to a valid delivery.
   *
   * @param isOwed true where the receiver must process it
   */
  note(delivery: Delivery, exchange: Exchange, isOwed = true): void {
    const id = this.#idOf(delivery)
    if (id === undefined || !isAccepted(exchange)) return
    if (!this.#first.has(id)) this.#first.set(id, { ...exchange, isOwed, type: typeIn(delivery.body) })
    const body = createHash('sha256').update(delivery.body).digest('hex')
    this.#taken.set(id, this.#taken.has(id) && this.#taken.get(id) !== body ? undefined : body)
  }

  /** Leaves an id out of `all` that comes again after a restart: a receiver should know it then, but need not. */
  leaveOut(id: string): void {
    this.#leftOut.add(id)
  }

  /** The time when a valid delivery under an id was first accepted, in milliseconds since the epoch. */
  takenAt(id: string): number | undefined {
    const first = this.#first.get(id)
    return first === undefined ? undefined : first.startedAt + first.elapsedMs
  }

  /** The time when a delivery under an id was first sent, in milliseconds since the epoch. */
  sentAt(id: string): number | undefined {
    return this.#sentAt.get(id)
  }

  /** The first exchange in which an id was accepted. */
  firstOf(id: string): Exchange | undefined {
    return this.#first.get(id)
  }

  /** Takes note of a reading: all ids that a receiver says it has processed. */
  noteShown(ids: readonly string[]): void {
    this.#latest = new Set(ids)
    for (const id of ids) this.#shown.add(id)
  }

  /** Events that an earlier reading showed and the latest one does not. */
  get forgotten(): readonly string[] {
    return [...this.#shown].filter((id) => !this.#latest.has(id) && this.#first.has(id))
  }

  /** Events of these types that must be processed. */
  owed(types: ReadonlySet<EventType>): readonly string[] {
    return this.#known.filter((id) => {
      const first = this.#first.get(id)
      return first?.isOwed === true && first.type !== undefined && types.has(first.type)
    })
  }

  /** Events that must be processed once at most. */
  get all(): readonly string[] {
    return this.#known.filter((id) => !this.#leftOut.has(id))
  }

  #idOf({ headers }: Delivery): string | undefined {
    return headers.find(([name]) => name.toLowerCase() === this.#header)?.[1]
  }

  get #known(): readonly string[] {
    return [...this.#taken].filter(([, body]) => body !== undefined).map(([id]) => id)
  }
}

function typeIn(body: Delivery['body']): EventType | undefined {
  const value = parseJson(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'))
  const { type } = isObject(value) ? value : {}
  return typeof type === 'string' ? type : undefined
}
