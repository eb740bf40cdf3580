import type { Answer, Credentials, Exchange, Operation } from '../../../conformance/exchange.ts'
import { once } from '../../../conformance/once.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import { bodyOf, utf8 } from '../../evidence/body.ts'
import type { Recorder } from '../../evidence/recorder.ts'
import type { Redactor } from '../../evidence/redaction.ts'
import type { WireAnswer, WireResult } from '../../transport/wire.ts'
import { pause } from '../time/pause.ts'
import type { TimeShare } from '../time/time-base.ts'
import type { Channel } from './channel.ts'
import { putOff } from './rate-limit.ts'

/** A request with everything that goes on the wire and into the evidence. */
export interface Outgoing {
  readonly operation: Operation
  readonly quoteId?: string
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Uint8Array
  readonly credentials?: Credentials
  /** Default the profile's `timing.answer`. */
  readonly timeoutMs?: number
  /** Sees the JSON of an answer before it is recorded, to make its secrets known. */
  readonly learn?: (json: unknown) => void
}

/** Sends requests of one lease, and records each of them. */
export class RequestSender {
  readonly #channel: Channel
  readonly #recorder: Recorder
  readonly #targetNow: () => number
  readonly #share: TimeShare | undefined

  /**
   * @param targetNow target time since the scenario began, in milliseconds
   * @param share what the lease has to do with a moved clock
   */
  constructor(channel: Channel, recorder: Recorder, targetNow: () => number, share?: TimeShare) {
    this.#channel = channel
    this.#recorder = recorder
    this.#targetNow = targetNow
    this.#share = share
  }

  /**
   * Sends to the platform. A request whose connection broke before any answer is sent once more on a connection of its own
   * (a kept connection may be closed just as it is used), and one that is put off (429, 503) comes again within bounds, since the
   * contract says nothing of rate limits. Each attempt is an exchange; the last one is returned.
   *
   * @throws CannotTell when the target counts as lost; nothing is sent then
   */
  async send(outgoing: Outgoing): Promise<Exchange> {
    const { loss, closed, admissions, rate } = this.#channel
    const { operation } = outgoing
    const asked = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      const lost = loss.reason()
      if (lost !== undefined) throw new CannotTell(`the target is lost: ${lost}`)
      const sentAt = performance.now()
      const exchange = await this.#sendHolding(outgoing)
      const { answer } = exchange
      if (answer === undefined) return exchange
      const later = putOff(answer, attempt, this.#channel.now())
      if (later === undefined) {
        admissions.letIn(operation)
        rate.letIn()
        return exchange
      }
      rate.putOff(sentAt, later.delayMs)
      const shut = admissions.putOff(later.delayMs)
      if (shut !== undefined) loss.lose(shut)
      else if (!admissions.mayComeAgain(operation, attempt, asked)) return exchange
      else {
        // The others go on meanwhile, and their time with them.
        using _ = this.#share?.away()
        await pause(later.delayMs, closed)
      }
    }
  }

  /** Sends to whomever an operator action names: once, and whatever comes of it says nothing about the platform. */
  async sendOnce(outgoing: Outgoing): Promise<Exchange> {
    return this.#attempt(outgoing, false)
  }

  async #sendHolding(outgoing: Outgoing): Promise<Exchange> {
    using _ = await this.#channel.time.hold()
    return await this.#sendWhole(outgoing)
  }

  async #sendWhole(outgoing: Outgoing): Promise<Exchange> {
    // A second bind would be another one, so it gets a connection that nobody can have closed; everything else may be
    // said twice.
    const isBind = outgoing.operation === 'bind'
    const first = await this.#attempt(outgoing, isBind)
    const again = first.failure?.kind === 'reset' && !isBind
    const exchange = again ? await this.#attempt(outgoing, true) : first
    this.#channel.loss.note(exchange.failure)
    return exchange
  }

  #attempt(outgoing: Outgoing, fresh: boolean): Promise<Exchange> {
    return this.#channel.limit(() => this.#attemptNow(outgoing, fresh))
  }

  async #attemptNow(outgoing: Outgoing, fresh: boolean): Promise<Exchange> {
    const { wire, rate, now, answerMs, closed } = this.#channel
    if (outgoing.operation !== 'operator') await rate.turn(closed)
    if (closed.aborted) throw new CannotTell('the run ended before this could be sent')
    const { method, url, headers, body, timeoutMs = answerMs } = outgoing
    const place = this.#recorder.begin()
    const moment = { startedAt: now(), targetMs: this.#targetNow() }
    const result = await wire.send({
      method,
      url,
      headers,
      timeoutMs,
      fresh,
      ...(body !== undefined && { body }),
    })
    // Closing cuts connections: what that looks like says nothing about the target.
    if (closed.aborted) throw new CannotTell('the run ended before the answer was there')
    if (result.answer) outgoing.learn?.(jsonOf(result.answer.body))
    const exchange = {
      id: place.id,
      ...this.#request(outgoing),
      ...this.#outcome(outgoing, result),
      ...moment,
    }
    this.#channel.own.note(exchange)
    return place.end(exchange, result.answer?.body)
  }

  #request({ operation, quoteId, method, url, headers, body, credentials }: Outgoing) {
    const { redactor } = this.#channel
    const common = {
      method,
      url: redactor.fields(url),
      headers: redactor.headers(headers),
      ...(credentials && { credentials }),
    }
    const request = body === undefined ? common : withBody(common, once(cleaned(body, operation, redactor)))
    return { operation, ...(quoteId !== undefined && { quoteId }), request }
  }

  #outcome({ operation }: Outgoing, { answer, failure, elapsedMs }: WireResult) {
    const { redactor } = this.#channel
    return {
      ...(answer && { answer: this.#answer(answer, operation) }),
      ...(failure && { failure: { ...failure, message: redactor.text(failure.message) } }),
      elapsedMs: Math.round(elapsedMs * 10) / 10,
    }
  }

  #answer({ status, headers, body }: WireAnswer, operation: Operation): Answer {
    const { redactor } = this.#channel
    const contentType = headers.find(([name]) => name === 'content-type')?.[1]
    const evidence = bodyOf(body, contentType, redactor, hasFields(operation))
    return { status, headers: redactor.headers(headers), body: evidence }
  }
}

/** The text of a sent body without secrets. */
const cleaned = (body: string | Uint8Array, operation: Operation, redactor: Redactor) => (): string => {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
  return hasFields(operation) ? redactor.fields(text) : redactor.text(text)
}

const withBody = <Request extends object>(request: Request, body: () => string) => ({
  ...request,
  get body() {
    return body()
  },
})

/** True where bodies carry secrets that nobody has seen before. */
const hasFields = (operation: Operation): boolean => operation === 'token' || operation === 'operator'

/** The JSON value of a body, or undefined when it is none. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8(bytes) ?? '')
  } catch {
    return undefined
  }
}
