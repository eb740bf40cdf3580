import type { Socket } from 'node:net'
import type { Failure } from '../../../conformance/exchange.ts'
import { classify } from '../../../targets/transport/failures.ts'
import type { ExchangeWatch } from '../record/exchange-watch.ts'
import type { End } from '../record/passed.ts'
import { answerFraming, answerStatus } from '../wire/framing.ts'
import type { Head } from '../wire/head.ts'
import { MessageReader, type StreamPart } from '../wire/message-reader.ts'
import type { Origin } from './routes.ts'

/** News of a connection to a target, for the connection of the client. */
export interface UpstreamNews {
  /** Bytes for the client; false where it takes no more for now. */
  passOn(bytes: Buffer): boolean
  /** An answer has ended, so that a request that waited for it may go on. */
  answered(): void
  /** The target takes bytes again. */
  drained(): void
  /** The target has said that it sends no more. */
  ended(upstream: Upstream): void
  /** The connection is broken. */
  failed(upstream: Upstream): void
  /** The rest is not HTTP, in both directions. */
  switched(): void
}

/** One connection to a target, for one connection of a client. It watches the answers, which pass as they come. */
export class Upstream {
  readonly origin: Origin
  readonly #socket: Socket
  readonly #news: UpstreamNews
  readonly #reader = new MessageReader()
  /** Requests whose answer has not ended, the oldest first. */
  readonly #open: ExchangeWatch[] = []
  #isRaw = false
  /** The last head was of an interim answer, such as 100. */
  #isInterim = false
  /** The client has said that it sends no more. */
  #isClientDone = false

  constructor(origin: Origin, news: UpstreamNews) {
    this.origin = origin
    this.#news = news
    this.#socket = origin.open()
    this.#socket
      .on('connect', () => this.#open[0]?.connected())
      .on('secureConnect', () => this.#open[0]?.secured())
      .on('data', (bytes: Buffer) => this.#take(bytes))
      .on('drain', () => news.drained())
      .on('end', () => this.#ended())
      .on('error', (error) => this.#failed(error))
  }

  get socket(): Socket {
    return this.#socket
  }

  /** How many requests wait for the end of their answer. */
  get waiting(): number {
    return this.#open.length
  }

  /** Notes a request whose head is sent next. */
  begin(watch: ExchangeWatch): void {
    this.#open.push(watch)
  }

  /** Sends bytes; false where it takes no more for now. */
  send(bytes: Buffer): boolean {
    return this.#socket.writable ? this.#socket.write(bytes) : true
  }

  /** The client sends no more. */
  end(): void {
    this.#isClientDone = true
    if (this.#socket.writable) this.#socket.end()
  }

  /** Follows the answers no longer. */
  stop(message: string): void {
    this.#isRaw = true
    for (const one of this.#open.splice(0)) one.broken('sender', { kind: 'protocol', message })
  }

  /** The client has broken off: requests under way get no answer. */
  abandon(message: string): void {
    for (const one of this.#open.splice(0))
      one.broken('sender', { kind: one.isAnswering ? 'cut-short' : 'reset', message })
  }

  #take(bytes: Buffer): void {
    this.#open[0]?.firstByte()
    if (!this.#news.passOn(bytes)) this.#socket.pause()
    if (this.#isRaw) return
    this.#reader.push(bytes)
    for (let part = this.#reader.read(); part !== undefined; part = this.#reader.read()) {
      if (part.kind === 'head') this.#answers(part.head)
      else if (part.kind === 'body') this.#answerGoesOn(part)
    }
    if (this.#reader.isLost) this.#lose()
  }

  #answers(head: Head): void {
    const status = answerStatus(head)
    const [watch] = this.#open
    if (status === undefined) {
      this.#reader.stop()
      return
    }
    const isTunnel = watch?.method === 'CONNECT' && status >= 200 && status < 300
    this.#isInterim = status < 200 && status !== 101
    if (!this.#isInterim) watch?.answers(status, head)
    if (status !== 101 && !isTunnel) {
      this.#reader.follow(answerFraming(head, status, watch?.method))
      return
    }
    watch?.sent()
    this.#answerEnds()
    this.#reader.stop()
  }

  #answerGoesOn({ data, ends }: Extract<StreamPart, { kind: 'body' }>): void {
    for (const one of data) this.#open[0]?.answerData(one)
    if (ends && !this.#isInterim) this.#answerEnds()
  }

  #answerEnds(): void {
    this.#open.shift()?.answered()
    this.#news.answered()
  }

  /** The rest is not HTTP, or its framing is wrong. It passes unread. */
  #lose(): void {
    this.#isRaw = true
    for (const one of this.#open.splice(0))
      one.broken('target', { kind: 'protocol', message: 'what came back is not readable as HTTP/1' })
    this.#news.switched()
  }

  #ended(): void {
    if (this.#reader.endsWithConnection) this.#open.shift()?.answered()
    this.#break({ kind: 'reset', message: 'the connection was closed before the answer was whole' })
    this.#news.ended(this)
  }

  #failed(error: Error): void {
    this.#break(classify(error, { began: this.#open[0]?.isAnswering === true }))
    this.#news.failed(this)
  }

  #break({ kind, message }: Failure): void {
    const by: End = this.#isClientDone ? 'sender' : 'target'
    const why = this.#isClientDone ? 'the client closed the connection before the answer was whole' : message
    for (const one of this.#open.splice(0))
      one.broken(by, { kind: kind === 'reset' && one.isAnswering ? 'cut-short' : kind, message: why })
  }
}
