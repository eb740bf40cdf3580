import type {
  Answer,
  CarriedOut,
  Credentials,
  Exchange,
  NamedClient,
  Operation,
} from '../../../conformance/exchange.ts'
import { type Headers, headerOf } from '../../../conformance/headers.ts'
import { decoded, withoutMarks } from '../../../conformance/json/encoded.ts'
import { parseJson } from '../../../conformance/json/parse.ts'
import { suiteTime, thousandths } from '../../../conformance/suite-clock.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import { bodyOf } from '../../evidence/body.ts'
import type { Recorder } from '../../evidence/recorder.ts'
import { pause } from '../../transport/pause.ts'
import type { WireAnswer, WireResult } from '../../transport/request.ts'
import type { TimeShare } from '../time/time-base.ts'
import type { SharedChannel } from './channel.ts'
import { putOff } from './rate-limit.ts'

/** A request with everything that goes on the wire and into the evidence. */
export interface OutgoingRequest {
  readonly operation: Operation
  readonly quoteId?: string
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body?: string | Uint8Array
  readonly credentials?: Credentials
  readonly client?: NamedClient
  readonly meant?: string
  /** Gets the JSON of the answer, undefined where there is none. */
  readonly action?: (json: unknown) => CarriedOut
  /** Gets the JSON of the answer, and names the token that it holds. */
  readonly issues?: (json: unknown) => string
  readonly mayBeCut?: true
  /** Default the profile's `timing.answer`. */
  readonly timeoutMs?: number
  /** Gets the JSON of an answer before it is recorded, so that its secrets can be redacted. */
  readonly learn?: (json: unknown) => void
  /** Makes the request again with current credentials, before it is sent again after a wait. */
  readonly anew?: () => Promise<OutgoingRequest>
}

/** Most attempts of a request beside the API. */
const MOST_BESIDE = 3

/** Most bytes of an answer's body, except for operations that return files: the wire limits those. */
const MOST_BYTES = 8 * 1024 * 1024
const FILES: ReadonlySet<Operation> = new Set([
  ...(['quote-preview', 'quote-proposal', 'policy-preview', 'policy', 'other'] as const),
])

/** Sends requests of one lease, and records each of them. */
export class RequestSender {
  readonly #channel: SharedChannel
  readonly #recorder: Recorder
  readonly #targetNow: () => number
  readonly #share: TimeShare | undefined

  /** @param targetNow target time since the scenario began, in milliseconds @param share the lease's share in a moved clock */
  constructor(channel: SharedChannel, recorder: Recorder, targetNow: () => number, share?: TimeShare) {
    this.#channel = channel
    this.#recorder = recorder
    this.#targetNow = targetNow
    this.#share = share
  }

  /**
   * Sends to the platform. A request whose connection broke before any answer is sent once more on a
   * connection of its own. A kept connection may be closed just as it is used. One that is put off (429, 503)
   * is repeated within bounds, since the contract says nothing of rate limits. Each attempt is an exchange;
   * the last one is returned.
   * @throws CannotTell when the target counts as lost, and nothing is sent then; or when it puts a request off
   * for good
   */
  async send(first: OutgoingRequest): Promise<Exchange> {
    const { deadTarget: loss, closed, admissions, rate, parallelism } = this.#channel
    const { operation } = first
    let outgoing = first
    const before = admissions.before(operation)
    for (let attempt = 1; ; attempt += 1) {
      const lost = loss.reason()
      if (lost !== undefined) throw new CannotTell(`the target is lost: ${lost}`)
      const sentAt = performance.now()
      const exchange = await this.#sendHolding(outgoing)
      const { answer } = exchange
      if (answer === undefined) return exchange
      const later = putOff(answer, attempt, suiteTime())
      if (later === undefined) {
        admissions.letIn(operation)
        rate.letIn()
        return exchange
      }
      rate.putOff(sentAt, later.delayMs)
      parallelism.refused()
      const shut = admissions.putOff(operation, later.delayMs)
      if (shut !== undefined) loss.lose(shut)
      else if (!admissions.mayComeAgain(operation, attempt, before)) throw givenUp(exchange, attempt)
      else {
        // Other scenarios go on meanwhile, and the target's time may go on by as much as this wait.
        using _ = this.#share?.away(later.delayMs)
        await pause(later.delayMs, closed)
        outgoing = (await outgoing.anew?.()) ?? outgoing
      }
    }
  }

  /**
   * Sends to the host of an operator action, or of a description. The result does not count for or against the platform. What is put
   * off until a stated time is sent again then, a few times at most.
   */
  async sendBeside(outgoing: OutgoingRequest): Promise<Exchange> {
    for (let attempt = 1; ; attempt += 1) {
      const exchange = await this.#attempt(outgoing, false)
      const { headers } = exchange.answer ?? {}
      const isStated = headers !== undefined && headerOf(headers, 'retry-after') !== undefined
      const later =
        exchange.answer && isStated && attempt < MOST_BESIDE
          ? putOff(exchange.answer, attempt, suiteTime())
          : undefined
      if (later === undefined) return exchange
      await pause(later.delayMs, this.#channel.closed)
    }
  }

  async #sendHolding(outgoing: OutgoingRequest): Promise<Exchange> {
    const { method, operation } = outgoing
    using _ = await this.#channel.time.hold(method !== 'GET' && operation !== 'token')
    return await this.#sendWhole(outgoing)
  }

  async #sendWhole(outgoing: OutgoingRequest): Promise<Exchange> {
    // A repeated bind would be a second bind, so it gets a new connection that cannot have been closed meanwhile. All other
    // requests may be repeated.
    const isBind = outgoing.operation === 'bind'
    const first = await this.#attempt(outgoing, isBind)
    const isRepeated = first.failure?.kind === 'reset' && !isBind
    const exchange = isRepeated ? await this.#attempt(outgoing, true) : first
    if (exchange.failure !== undefined && outgoing.mayBeCut) return exchange
    this.#channel.deadTarget.note(exchange.failure)
    if (exchange.failure !== undefined) this.#channel.parallelism.refused()
    return exchange
  }

  #attempt(outgoing: OutgoingRequest, fresh: boolean): Promise<Exchange> {
    return this.#channel.parallelism.run(() => this.#attemptNow(outgoing, fresh))
  }

  async #attemptNow(outgoing: OutgoingRequest, fresh: boolean): Promise<Exchange> {
    const { wire, rate, parallelism, answerMs, closed, answerMemory } = this.#channel
    if (outgoing.operation !== 'operator') await rate.turn(closed)
    using _ = await answerMemory.expect()
    if (closed.aborted) throw new CannotTell('the run ended before this could be sent')
    const full = answerMemory.full()
    if (full !== undefined) throw new CannotTell(full)
    const { method, url, headers, body, timeoutMs = answerMs } = outgoing
    const place = this.#recorder.begin()
    const moment = { startedAt: suiteTime(), targetMs: this.#targetNow() }
    const result = await wire.send({
      method,
      url,
      headers,
      timeoutMs,
      fresh,
      ...(!FILES.has(outgoing.operation) && { maxBytes: MOST_BYTES }),
      ...(body !== undefined && { body }),
    })
    // Closing the target cuts connections, so this failure says nothing about the target.
    if (closed.aborted) throw new CannotTell('the run ended before the answer was there')
    // The host of operator actions need not be the platform.
    if (result.answer && outgoing.operation !== 'operator')
      parallelism.answered(result.answer.status, result.elapsedMs)
    const { learn, action, issues } = outgoing
    const needsJson = [learn, action, issues].some((one) => one !== undefined)
    const json = result.answer && needsJson ? jsonIn(result.answer.body) : undefined
    if (result.answer) learn?.(json)
    const exchange = {
      id: place.id,
      ...this.#request(outgoing, json),
      ...this.#outcome(result),
      ...moment,
    }
    this.#channel.own.note(exchange)
    return place.end(exchange, result.answer?.body)
  }

  #request(outgoing: OutgoingRequest, json: unknown) {
    const { operation, quoteId, meant, action, issues, method, url, headers, body, credentials, client } =
      outgoing
    const text = typeof body === 'object' ? Buffer.from(body).toString('utf8') : body
    const request = {
      ...{ method, url, headers },
      ...(text !== undefined && { body: text }),
      ...(credentials && { credentials }),
      ...(client && { client }),
    }
    return {
      operation,
      ...(quoteId !== undefined && { quoteId }),
      ...(meant !== undefined && { meant }),
      ...(action && { action: action(json) }),
      ...(issues && { issues: issues(json) }),
      request,
    }
  }

  #outcome({ answer, failure, elapsedMs }: WireResult) {
    return {
      ...(answer && { answer: answerOf(answer) }),
      ...(failure && { failure }),
      elapsedMs: thousandths(elapsedMs),
    }
  }
}

/** The request was not processed, so its answer is evidence neither for nor against the target. */
function givenUp({ request, answer }: Exchange, attempts: number): CannotTell {
  return new CannotTell(
    `${request.method} ${request.url} was put off ${attempts} times, the last time by ${answer?.status}`,
  )
}

function answerOf({ status, headers, body }: WireAnswer): Answer {
  const contentType = headerOf(headers, 'content-type')
  return { status, headers, body: bodyOf(body, contentType) }
}

/** The JSON value of a body, or undefined when it is none. Byte order marks are ignored: claims judge them. */
export const jsonIn = (bytes: Uint8Array): unknown => parseJson(withoutMarks(decoded(bytes)?.text))
