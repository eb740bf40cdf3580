import type { Body, Exchange } from '../../conformance/exchange.ts'
import { headerOf } from '../../conformance/headers.ts'
import { type BesideIdle, type Delivery, isLeft, type SendOptions } from '../../conformance/ports/receiver.ts'
import { CannotTell } from '../../conformance/verdict.ts'
import { bodyOf } from '../evidence/body.ts'
import type { EventLoopDelay } from '../evidence/event-loop-delay.ts'
import type { Recorder } from '../evidence/recorder.ts'
import { DeadTargetDetector } from '../transport/dead-target-detector.ts'
import type { DeliverySender, Patience, Sent } from '../webhooks/index.ts'
import { livesAgain, type Waiting } from './lives-again.ts'

export interface CourierParts extends Waiting {
  readonly sender: DeliverySender
  readonly url: string
  /** Replaces the secrets of the run in a text. */
  redact(text: string): string
  /** The default limit for an answer, in milliseconds. */
  readonly answerMs: number
  /** How many deliveries a run may send. */
  readonly most: number
  /** Measures for how long this process is blocked. */
  readonly loopDelay: Pick<EventLoopDelay, 'since'>
  /** Aborted when the target is closed. */
  readonly closed: AbortSignal
}

/**
 * Limits for answers, which are read to their end. Slow bodies may delay a run by `inAllMs` in total, and by `eachMs` each. After
 * that, each may take `afterwardsMs`, since the status has decided (R26).
 */
const DRIP = { inAllMs: 9000, eachMs: 12_000, slowMs: 1000, afterwardsMs: 5 }
/** How much of each body is read, and kept. */
const BODY = {
  eachBytes: 1280 * 1024,
  inAllBytes: 16 * 1024 * 1024,
  afterwardsBytes: 64 * 1024,
  /** Characters that are kept as evidence, and those in which secrets are searched. */
  shown: 4096,
  shownAfterwards: 512,
  redacted: 64 * 1024,
}
/** Few enough for a run to end soon, but more deliveries than one restart of a receiver makes fail. */
const LOST_AFTER = 5
/** A receiver that answers nothing for so long is lost. */
const SILENT_MS = 90_000

/** After so long without a byte the receiver may close the connection as idle. */
const IDLE_MS = 1000

/** Sends the deliveries of a run, keeps its limits, and records each exchange. */
export class Courier {
  readonly #parts: CourierParts
  readonly #deadTarget = new DeadTargetDetector(LOST_AFTER)
  #sent = 0
  #drippedMs = 0
  #answeredAt: number | undefined
  #failedAt = 0
  #readBytes = 0
  #check: (() => Delivery) | undefined
  /** The check that goes on whether the receiver lives again. Nothing else is sent until it ends. */
  #doubt: Promise<void> | undefined
  #isGivenUp = false

  constructor(parts: CourierParts) {
    this.#parts = parts
  }

  /** Says why the receiver counts as lost; undefined as long as it does not. */
  lost(): string | undefined {
    return this.#doubt === undefined ? this.#deadTarget.reason() : undefined
  }

  /** Sets the delivery with which a receiver is tried that answers nothing any more. */
  checkWith(make: () => Delivery): void {
    this.#check = make
  }

  /** From now on nothing is sent any more. */
  lose(why: string): void {
    this.#isGivenUp = true
    this.#deadTarget.lose(why)
  }

  async send(delivery: Delivery, options: SendOptions, recorder: Recorder): Promise<Exchange> {
    await this.#doubt
    const record = this.#begin(delivery, recorder)
    const lost = this.lost()
    if (lost !== undefined) return record(notSent(lost))
    const began = this.#parts.now()
    const sent = await this.#post(delivery, options)
    if (sent.head !== undefined) this.#answeredAt = this.#parts.now()
    // Three kinds of delivery do not show that the receiver is gone: forged ones, many at once, and those whose sender closes
    // early. Any answer shows that it is there.
    const mayShowLoss = !isLeft(delivery.framing) && options.lenient !== true
    if (mayShowLoss || sent.head !== undefined) this.#noteLoss(sent, began)
    const exchange = record(sent)
    await this.#settled(recorder)
    return exchange
  }

  /** A receiver that several bodies in a row have stopped may be started anew. It is lost only if it does not answer in time. */
  async #settled(recorder: Recorder): Promise<void> {
    const check = this.#check
    if (check === undefined || this.#isGivenUp || this.lost() === undefined) return this.#doubt
    this.#doubt = livesAgain(this.#parts, () => this.#try(check(), recorder)).then((isAlive) => {
      if (isAlive) this.#deadTarget.revive()
      else this.#isGivenUp = true
    })
    try {
      await this.#doubt
    } finally {
      this.#doubt = undefined
    }
  }

  async #try(delivery: Delivery, recorder: Recorder): Promise<boolean> {
    const record = this.#begin(delivery, recorder)
    const sent = await this.#post(delivery, {})
    record(sent)
    return sent.head !== undefined
  }

  /**
   * Sends a delivery again where the receiver may have closed the connection as idle, since this process was blocked before it
   * wrote.
   */
  async #post(delivery: Delivery, options: SendOptions): Promise<Sent> {
    const { sender, loopDelay } = this.#parts
    const began = performance.now()
    const sent = await sender.post(wire(delivery), this.#patience(options))
    const isClosed = sent.head === undefined && sent.failure?.kind === 'reset'
    return isClosed && loopDelay.since(began) >= IDLE_MS
      ? await sender.post(wire(delivery), this.#patience(options))
      : sent
  }

  /**
   * The status line decides, whatever happens to the body (R26). A receiver that sometimes does not answer is slow, and not lost.
   * Deliveries that were on their way at the same time fail together, and count as one.
   */
  #noteLoss({ head, failure }: Sent, began: number): void {
    const { now } = this.#parts
    if (head === undefined && began < this.#failedAt) return
    if (head === undefined) this.#failedAt = now()
    this.#answeredAt ??= now()
    const isSlow = failure?.kind === 'timeout' && now() - this.#answeredAt < SILENT_MS
    if (!isSlow) this.#deadTarget.note(head === undefined ? failure : undefined)
  }

  async sendTogether(
    deliveries: readonly Delivery[],
    options: SendOptions,
    recorder: Recorder,
  ): Promise<readonly Exchange[]> {
    const records = deliveries.map((delivery) => this.#begin(delivery, recorder))
    const all = await this.#parts.sender.postTogether(deliveries.map(wire), this.#patience(options))
    return all.flatMap((sent, index) => records[index]?.(sent) ?? [])
  }

  async sendOverOne(deliveries: readonly Delivery[], recorder: Recorder): Promise<readonly Exchange[]> {
    const records = deliveries.map((delivery) => this.#begin(delivery, recorder))
    const dropped = (place: number, first: Sent) =>
      deliveries[place] && this.#begin(deliveries[place], recorder)(first)
    const all = await this.#parts.sender.postOverOne(deliveries.map(wire), this.#patience({}), dropped)
    return all.flatMap((sent, index) => records[index]?.(sent) ?? [])
  }

  async sendBesideIdle(one: Delivery, other: Delivery, recorder: Recorder): Promise<BesideIdle> {
    const [begun, next] = [this.#begin(one, recorder), this.#begin(other, recorder)]
    const sent = await this.#parts.sender.postBesideIdle(wire(one), wire(other), this.#patience({}))
    return { isIdle: sent.isIdle, first: begun(sent.first), second: next(sent.second) }
  }

  #patience({ patienceMs = this.#parts.answerMs }: SendOptions): Patience {
    const isPatient = this.#drippedMs < DRIP.inAllMs
    const bodyMs = isPatient ? DRIP.eachMs : DRIP.afterwardsMs
    const bodyBytes = this.#readBytes < BODY.inAllBytes ? BODY.eachBytes : BODY.afterwardsBytes
    return { answerMs: patienceMs, bodyMs, bodyBytes }
  }

  /** Reserves the place of an exchange in the record; the returned function fills it. */
  #begin(delivery: Delivery, recorder: Recorder): (sent: Sent) => Exchange {
    const { closed, most, now } = this.#parts
    if (closed.aborted) throw new CannotTell('the run ended before this could be sent')
    if (this.#sent >= most) throw new CannotTell(`the run has sent ${most} deliveries, as many as it may`)
    this.#sent += 1
    const place = recorder.begin()
    const startedAt = now()
    return (sent) => {
      if (closed.aborted) throw new CannotTell('the run ended before the answer was there')
      const { headMs } = sent.timing
      this.#readBytes += sent.whole?.size ?? 0
      const bodyMs = headMs === undefined ? 0 : sent.elapsedMs - headMs
      if (bodyMs > DRIP.slowMs) this.#drippedMs += bodyMs
      return place.end(this.#exchange(place.id, delivery, startedAt, sent))
    }
  }

  /** The beginning of a long body is enough evidence. It is redacted before it is cut, since half a secret would not be found. */
  #bodyOf({ body, whole }: Sent, contentType: string | undefined): Body {
    const { text, ...rest } = bodyOf(body, contentType)
    const most = this.#readBytes < BODY.inAllBytes ? BODY.shown : BODY.shownAfterwards
    const isLong = text !== undefined && text.length > most
    const shown = isLong ? copied(this.#parts.redact(text.slice(0, BODY.redacted)).slice(0, most)) : text
    return { ...rest, ...(shown !== undefined && { text: shown }), ...whole }
  }

  #exchange(id: string, delivery: Delivery, startedAt: number, sent: Sent): Exchange {
    const { url } = this.#parts
    const { head, failure, timing, elapsedMs } = sent
    const contentType = headerOf(head?.headers ?? [], 'content-type')
    return {
      id,
      operation: 'delivery',
      request: {
        method: 'POST',
        url,
        headers: delivery.headers,
        body:
          typeof delivery.body === 'string' ? delivery.body : Buffer.from(delivery.body).toString('latin1'),
        ...(delivery.framing !== undefined && { framing: delivery.framing }),
        ...(delivery.signedWith !== undefined && { signedWith: delivery.signedWith }),
      },
      ...(head !== undefined && {
        answer: { status: head.status, headers: head.headers, body: this.#bodyOf(sent, contentType) },
      }),
      ...(failure !== undefined && { failure }),
      startedAt,
      elapsedMs: Math.round(elapsedMs * 10) / 10,
      timing,
      targetMs: 0,
    }
  }
}

/** A copy, since a substring would keep the whole text in memory. */
const copied = (part: string) => Buffer.from(part).toString('utf8')

const wire = ({ headers, body, framing }: Delivery) => ({
  headers,
  body: Buffer.from(body),
  ...(framing !== undefined && { framing }),
})

const notSent = (why: string): Sent => ({
  body: new Uint8Array(),
  failure: { kind: 'unreachable', message: `not sent, since the receiver is lost: ${why}` },
  timing: {},
  elapsedMs: 0,
})
