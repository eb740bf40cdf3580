import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Arrival, Script, ScriptedAnswer, ScriptScope } from '../../../conformance/ports/webhooks.ts'
import { thousandths } from '../../../conformance/suite-clock.ts'
import { ArrivalRecord } from './arrival-record.ts'
import type { Departures } from './departures.ts'
import type { IdBook } from './id-book.ts'
import { headersOf, type ReadBody, readBody, receivedText } from './request.ts'
import { Scripts } from './script.ts'
import { giveAnswer, OK, reset } from './scripted-answer.ts'
import type { SecretBook } from './secret-book.ts'
import type { LeaseTime, ListenerTime } from './time.ts'
import { UnansweredAttempts } from './unanswered-attempts.ts'

const TOO_LARGE: ScriptedAnswer = { kind: 'answer', status: 413 }

export interface EndpointParts extends ListenerTime {
  /** Its path on the receiver, with a leading slash. */
  readonly path: string
  readonly trapUrl: () => string
  readonly time: LeaseTime
  readonly book: SecretBook
  readonly ids: IdBook
  readonly departures: Departures
}

/**
 * One path of the receiver: answers by its script and keeps what arrived. A redirect without a `location` of its own leads to the
 * path's trap. A request to the trap is answered 200 and uses up no step of the script. It is an arrival that is marked as
 * `redirected`.
 */
export class ReceivingEndpoint {
  readonly #parts: EndpointParts
  readonly #records: (ArrivalRecord | undefined)[] = []
  readonly #open = new Set<IncomingMessage>()
  readonly #scripts = new Scripts()
  readonly #unanswered = new UnansweredAttempts()
  #numbers = { attempts: 0, trap: 0 }
  #subscribed: readonly string[] = []
  #outOfServiceMs = 0

  constructor(parts: EndpointParts) {
    this.#parts = parts
  }

  get path(): string {
    return this.#parts.path
  }

  /** Adds types of events that it is to be registered for. */
  subscribe(types: readonly string[]): void {
    this.#subscribed = [...new Set([...this.#subscribed, ...types])]
  }

  /** Notes for how long it was out of service, before it is enabled again. */
  noteOutOfService(ms: number): void {
    this.#outOfServiceMs += ms
  }

  /** Everything that arrived, without what is for another endpoint at the same address. */
  arrivals(): readonly Arrival[] {
    return this.atAddress().filter(({ beside }) => beside !== true)
  }

  atAddress(): readonly Arrival[] {
    return this.#records.flatMap((record) => (record ? [record.show()] : []))
  }

  /** Ids of the arrivals whose signature is right with a text as its key. */
  signedBy(text: string): readonly string[] {
    return this.#records.flatMap((record) => (record?.isSignedBy(text) === true ? [record.show().id] : []))
  }

  /** @throws ConformanceError SCRIPT_INVALID */
  answer(script: Script, scope?: ScriptScope): void {
    this.#scripts.set(script, scope)
  }

  /** Breaks every connection that is still open. */
  abandon(): void {
    for (const request of this.#open) reset(request)
    this.#open.clear()
  }

  /**
   * Receives one attempt. A request that breaks off before its end is no attempt, and leaves no arrival.
   *
   * @param trap true for a request that followed a redirect
   * @param witnesses other endpoints under the same path: they record the attempt, too, and answer nothing
   */
  async take(
    request: IncomingMessage,
    response: ServerResponse,
    trap: boolean,
    witnesses: readonly ReceivingEndpoint[] = [],
  ): Promise<void> {
    const { time, traffic } = this.#parts
    using reading = traffic.begin()
    const seen = [this, ...witnesses].map((endpoint) => endpoint.#begin(trap))
    const arrivedAt = this.#arrivedAt()
    const hiddenMs = arrivedAt - time.now()
    const besideAtStart = time.beside()
    const arrivedRealMs = performance.now()
    this.#open.add(request)
    try {
      const read = await readBody(request)
      if (!read) {
        this.#open.delete(request)
        return
      }
      const answered = this.#answerTo(request, read, trap)
      const records = seen.map((record) => record(request, read, answered))
      let isComplete = false
      response.once('close', () => {
        this.#open.delete(request)
        for (const record of records) record(isComplete || response.headersSent)
      })
      if (time.virtual && answered.kind === 'silence') {
        const closed = new Promise((resolve) => response.once('close', resolve))
        void this.#unanswered.note({ event: String(eventOf(request)), closed }, () => traffic.begin())
      }
      const answering = giveAnswer(answered, {
        request,
        response,
        trapUrl: this.#parts.trapUrl(),
        remaining: (delayMs) => arrivedAt + delayMs - time.now(),
        hiddenMs,
        ageMs: () => performance.now() - arrivedRealMs,
        ...(besideAtStart !== undefined && { besides: () => (time.beside() ?? 0) - besideAtStart }),
        passiveSleep: (ms) => time.passiveSleep(ms),
        begin: () => traffic.begin(),
        completed: () => {
          isComplete = true
        },
        ...(time.virtual && { departed: () => this.#parts.departures.of(request.socket) }),
      })
      reading[Symbol.dispose]()
      await answering
    } catch {
      // The run ended while an answer was delayed: nobody waits for it any more.
      request.socket.destroy()
    }
  }

  /** Notes the moment of an attempt. Returns a function that records the attempt, which returns one that notes its end. */
  #begin(trap: boolean) {
    const moment = this.#moment()
    const place = this.#records.push(undefined) - 1
    const id = this.#nextId(trap)
    const secretsKnown = this.#parts.book.count(this)
    const subscribed = this.#subscribed
    const held = this.#outOfServiceMs > 0 && { heldMs: this.#outOfServiceMs }
    const begunAt = performance.now()
    const receivedAt = thousandths(performance.timeOrigin + begunAt)
    const movedBefore = this.#parts.time.moving()
    return (request: IncomingMessage, read: ReadBody, answered: ScriptedAnswer) => {
      const method = request.method ?? ''
      const reused = this.#parts.ids.note(eventOf(request), receivedText(read))
      const attempt = {
        ...{ id, path: this.path, redirected: trap, method, headers: headersOf(request), read },
        ...{ ...moment, ...held, receivedAt, answered, secretsKnown, subscribed, reused },
      }
      const record = new ArrivalRecord(this, attempt, this.#parts.book)
      this.#records[place] = record
      const { time } = this.#parts
      return (isAnswered: boolean) =>
        record.end(time.virtual ? time.horizon() : tenths(time.now()), {
          ...{ openMs: performance.now() - begunAt, movingMs: time.moving() - movedBefore, isAnswered },
        })
    }
  }

  #answerTo(request: IncomingMessage, read: ReadBody, trap: boolean): ScriptedAnswer {
    if (read.cut) return TOO_LARGE
    if (trap) return OK
    const body = receivedText(read)
    const delivery = { headers: headersOf(request), ...(body !== undefined && { body }) }
    return this.#scripts.next(delivery, this.#moment())
  }

  #nextId(trap: boolean): string {
    const kind = trap ? 'trap' : 'attempts'
    this.#numbers[kind] += 1
    return `${this.path}${trap ? '/trap' : ''}#${this.#numbers[kind]}`
  }

  /** The moment from which a delayed answer counts: a moved clock hides how long ago within its step an attempt came. */
  #arrivedAt(): number {
    const { time } = this.#parts
    return time.virtual ? time.horizon() : time.now()
  }

  #moment(): Pick<Arrival, 'earliest' | 'latest' | 'besideMs' | 'besideMovingMs'> {
    const { time, punctuality } = this.#parts
    if (time.virtual) {
      const besideMs = time.beside()
      const moment = { earliest: time.now(), latest: time.horizon() }
      if (besideMs === undefined) return moment
      return { ...moment, besideMs: Math.round(besideMs), besideMovingMs: Math.round(time.moving()) }
    }
    const latest = time.now()
    return { earliest: Math.max(0, tenths(latest - punctuality.doubt())), latest: tenths(latest) }
  }
}

const eventOf = ({ headers }: IncomingMessage): string | undefined =>
  headers['event-id'] === undefined ? undefined : String(headers['event-id'])

const tenths = (ms: number): number => Math.round(ms * 10) / 10
