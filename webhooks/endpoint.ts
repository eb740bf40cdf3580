import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Arrival, Script, ScriptedAnswer } from '../conformance/webhooks.ts'
import { checkScript, OK, perform, RESET, reset } from './answer.ts'
import type { HeldUp } from './held-up.ts'
import type { Quiet } from './quiet.ts'
import { ArrivalRecord, type Redaction } from './record.ts'
import { headersOf, readBody } from './request.ts'
import type { SecretBook } from './secrets.ts'
import type { LeaseTime } from './time.ts'

const TOO_LARGE: ScriptedAnswer = { kind: 'answer', status: 413 }

export interface EndpointParts {
  /** Its path on the receiver, with the leading slash. */
  readonly path: string
  readonly trapUrl: () => string
  readonly time: LeaseTime
  readonly quiet: Quiet
  readonly heldUp: HeldUp
  readonly book: SecretBook
  readonly redaction: Redaction
}

/**
 * One path of the receiver: answers by its script and keeps what arrived. A redirect without a `location` of its own leads to
 * the path's trap; what comes there is answered 200, uses up no step of the script and is an arrival whose id has `/trap#` in it.
 */
export class ReceivingEndpoint {
  readonly #parts: EndpointParts
  readonly #records: (ArrivalRecord | undefined)[] = []
  readonly #open = new Set<IncomingMessage>()
  #script: Script = [OK]
  #step = 0
  #refused = false
  #numbers = { attempts: 0, trap: 0 }

  constructor(parts: EndpointParts) {
    this.#parts = parts
  }

  get path(): string {
    return this.#parts.path
  }

  arrivals(): readonly Arrival[] {
    return this.#records.flatMap((record) => (record ? [record.show()] : []))
  }

  /** @throws ConformanceError SCRIPT_INVALID */
  answer(script: Script): void {
    this.#script = checkScript(script)
    this.#step = 0
  }

  /** Resets what is open now and every attempt from now on. */
  refuse(): void {
    this.#refused = true
    this.abandon()
  }

  /** Breaks every connection that is still open. */
  abandon(): void {
    for (const request of this.#open) reset(request)
    this.#open.clear()
  }

  /**
   * Receives one attempt. A request that breaks off before its end is none, and leaves no arrival.
   *
   * @param trap true for a request that followed a redirect
   */
  async take(request: IncomingMessage, response: ServerResponse, trap: boolean): Promise<void> {
    const { time, quiet } = this.#parts
    const reading = quiet.begin()
    const moment = this.#moment()
    const place = this.#records.push(undefined) - 1
    const id = this.#nextId(trap)
    const scripted = trap ? OK : this.#next()
    const secretsKnown = this.#parts.book.count(this)
    this.#open.add(request)
    try {
      const read = await readBody(request)
      if (!read) {
        this.#open.delete(request)
        return
      }
      const answered = this.#refused ? RESET : read.cut ? TOO_LARGE : scripted
      const method = request.method ?? ''
      const attempt = { id, method, headers: headersOf(request), read, ...moment, answered, secretsKnown }
      const record = new ArrivalRecord(this, attempt, this.#parts.book, this.#parts.redaction)
      this.#records[place] = record
      response.once('close', () => {
        this.#open.delete(request)
        record.end(time.virtual ? time.horizon() : tenths(time.now()))
      })
      const answering = perform(answered, {
        request,
        response,
        trapUrl: this.#parts.trapUrl(),
        remaining: (delayMs) => moment.latest + delayMs - time.now(),
        linger: (ms) => time.linger(ms),
        begin: () => quiet.begin(),
      })
      reading()
      await answering
    } catch {
      // The run ended while an answer was delayed: nobody waits for it any more.
      request.socket.destroy()
    } finally {
      reading()
    }
  }

  #next(): ScriptedAnswer {
    const answer = this.#script[this.#step] ?? this.#script.at(-1) ?? OK
    this.#step += 1
    return answer
  }

  #nextId(trap: boolean): string {
    const kind = trap ? 'trap' : 'attempts'
    this.#numbers[kind] += 1
    return `${this.path}${trap ? '/trap' : ''}#${this.#numbers[kind]}`
  }

  #moment(): { readonly earliest: number; readonly latest: number } {
    const { time, heldUp } = this.#parts
    if (time.virtual) return { earliest: time.now(), latest: time.horizon() }
    const latest = time.now()
    return { earliest: Math.max(0, tenths(latest - heldUp.doubt())), latest: tenths(latest) }
  }
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10
