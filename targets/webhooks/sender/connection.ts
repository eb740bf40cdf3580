import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { connectionWords } from '../../../conformance/connection-words.ts'
import type { Failure, Timing } from '../../../conformance/exchange.ts'
import { isLeft } from '../../../conformance/ports/receiver.ts'
import { type AnswerHead, AnswerReader, type AnswerReading } from './answer-reader.ts'
import { type Outgoing, piecesOf, type RequestPiece } from './framing.ts'

/** Result of one request. All times are in milliseconds. */
export interface Sent {
  readonly head?: AnswerHead
  /** The first bytes of the body. */
  readonly body: Uint8Array
  /** Size and lower-case hex SHA-256 of the body as far as it came; absent where nothing was sent. */
  readonly whole?: { readonly size: number; readonly sha256: string }
  /** Why there is no complete answer. */
  readonly failure?: Failure
  readonly timing: Timing
  readonly elapsedMs: number
}

export interface Patience {
  /** The limit from the last byte of the request to the head of the answer; also for the connection to be made. */
  readonly answerMs: number
  /** The limit from then to the end of the answer's body. */
  readonly bodyMs: number
  readonly bodyBytes: number
}

/** How long a sender waits that leaves before the answer. By then its whole request is on the way. */
const HANG_UP_MS = 2

/** Makes requests wait with their last byte. */
export interface Barrier {
  /** Says that everything but the last byte has been sent, or never will be. */
  arrived(): void
  readonly opened: Promise<void>
}

type Stage = 'connecting' | 'securing' | 'connected'

/** How long the body waits for an answer 100 (RFC 9110, section 10.1.1 leaves it open). */
const CONTINUE_MS = 1000

/** One connection to a receiver. Nothing that the other side does makes it throw. */
export class Connection {
  readonly #socket: Socket
  readonly #began = performance.now()
  #stage: Stage = 'connecting'
  #used = false
  #mostBytes = Number.POSITIVE_INFINITY
  #reader = new AnswerReader()
  #reading: AnswerReading = { state: 'head' }
  #broken: Failure | undefined
  #marks: { -readonly [K in keyof Timing]: Timing[K] } = {}
  #wake: () => void = () => undefined

  /** @param ca PEM text of authorities that are trusted instead of the machine's */
  constructor(url: URL, ca: string | undefined) {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const secure = url.protocol === 'https:'
    const at = { host, port: Number(url.port || (secure ? 443 : 80)) }
    const name = isIP(host) === 0 ? { servername: host } : {}
    this.#socket = secure ? connectTls({ ...at, ...name, ...(ca !== undefined && { ca }) }) : connectPlain(at)
    this.#socket.setNoDelay(true)
    this.#socket.on('connect', () => this.#connected(secure))
    this.#socket.on('secureConnect', () => {
      this.#stage = 'connected'
      this.#mark('tlsMs')
    })
    this.#socket.on('data', (bytes: Buffer) => {
      this.#mark('firstByteMs')
      this.#note(this.#reader.take(bytes))
      // Nobody needs the bytes beyond the limit, so they are not read.
      if (this.#reader.size > this.#mostBytes) this.#socket.pause()
    })
    this.#socket.on('end', () => this.#note(this.#reader.end()))
    this.#socket.on('error', (error) => this.#break(error))
    this.#socket.on('close', () => {
      this.#broken ??= { kind: 'reset', message: 'the connection was closed without a whole answer' }
      this.#wake()
    })
  }

  /** True where another request may follow on this connection. */
  get isOpen(): boolean {
    return this.#broken === undefined && this.#reading.state === 'whole' && this.#reading.keeps
  }

  async post(outgoing: Outgoing, patience: Patience, barrier?: Barrier): Promise<Sent> {
    const began = this.#used ? performance.now() : this.#began
    this.#used = true
    this.#mostBytes = patience.bodyBytes
    this.#reader = new AnswerReader()
    this.#reading = { state: 'head' }
    const isConnected = () => this.#stage === 'connected'
    await this.#until(isConnected, patience.answerMs)
    if (isConnected()) await this.#write(outgoing, barrier)
    else barrier?.arrived()
    if (outgoing.framing === 'hung-up') await this.#until(() => this.#reading.state !== 'head', HANG_UP_MS)
    else if (outgoing.framing !== 'broken-off') {
      await this.#until(() => this.#reading.state !== 'head', patience.answerMs)
      if (this.#reading.state !== 'head') this.#mark('headMs')
      await this.#until(() => this.#reading.state !== 'body', patience.bodyMs, patience.bodyBytes)
    }
    return this.#result(outgoing, patience, began)
  }

  close(): void {
    this.#socket.destroy()
  }

  #connected(secure: boolean): void {
    this.#stage = secure ? 'securing' : 'connected'
    this.#mark('connectMs')
    this.#wake()
  }

  #mark(name: keyof Timing): void {
    this.#marks[name] ??= performance.now() - this.#began
    this.#wake()
  }

  #note(reading: AnswerReading): void {
    this.#reading = reading
    this.#wake()
  }

  #break(error: Error & { code?: string }): void {
    const message = connectionWords(error.code ?? '', error.message) || 'no reason given'
    this.#broken ??= { kind: this.#kindOf(error.code ?? ''), message }
    this.#wake()
  }

  #kindOf(code: string): Failure['kind'] {
    if (this.#stage === 'connecting') return code === 'ECONNREFUSED' ? 'refused' : 'unreachable'
    return this.#stage === 'securing' ? 'tls' : 'reset'
  }

  /** Waits until a condition holds, the connection breaks, or the time or the size is used up. */
  async #until(condition: () => boolean, withinMs: number, bytes = Number.POSITIVE_INFINITY): Promise<void> {
    const end = performance.now() + withinMs
    for (;;) {
      const left = end - performance.now()
      if (condition() || this.#broken !== undefined || left <= 0 || this.#reader.size > bytes) return
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      const timer = setTimeout(resolve, left)
      await promise
      clearTimeout(timer)
    }
  }

  async #write(outgoing: Outgoing, barrier: Barrier | undefined): Promise<void> {
    const { head, rest } = piecesOf(outgoing)
    const last = barrier === undefined ? undefined : lastByteOf(rest)
    await this.#writeAll(head)
    if (outgoing.framing === 'continue') {
      await this.#until(() => this.#reader.continued || this.#reading.state !== 'head', CONTINUE_MS)
    }
    await this.#writeAll(rest)
    if (barrier !== undefined) {
      barrier.arrived()
      await barrier.opened
      await this.#writeAll(last === undefined ? [] : [last])
    }
    this.#marks.sentMs = performance.now() - this.#began
  }

  async #writeAll(pieces: readonly RequestPiece[]): Promise<void> {
    for (const { bytes, pauseMs } of pieces) {
      // A receiver that has answered already does not wait for the body.
      if (this.#broken !== undefined || this.#reading.state !== 'head') return
      await new Promise<void>((resolve) => this.#socket.write(bytes, () => resolve()))
      if (pauseMs !== undefined) await pause(pauseMs)
    }
  }

  #result(outgoing: Outgoing, patience: Patience, began: number): Sent {
    const head = 'head' in this.#reading ? this.#reading.head : undefined
    const failure = isLeft(outgoing.framing) ? this.#broken : this.#failure(head, patience)
    const offset = began - this.#began
    const timing = Object.fromEntries(
      Object.entries(this.#marks).map(([name, ms]) => [name, Math.round((ms - offset) * 10) / 10]),
    )
    // A later request on this connection has no handshake, and no times of one.
    this.#marks = {}
    return {
      ...(head !== undefined && { head }),
      body: this.#reader.body,
      whole: { size: this.#reader.size, sha256: this.#reader.sha256 },
      ...(failure !== undefined && { failure }),
      timing,
      elapsedMs: performance.now() - began,
    }
  }

  #failure(head: AnswerHead | undefined, { answerMs, bodyMs, bodyBytes }: Patience): Failure | undefined {
    const status = head === undefined ? {} : { status: head.status }
    const reading = this.#reading
    if (reading.state === 'whole') return undefined
    if (reading.state === 'garbage') return { kind: 'protocol', message: reading.why, ...status }
    if (this.#broken !== undefined) {
      const cut = this.#marks.firstByteMs !== undefined && this.#broken.kind === 'reset'
      return { ...this.#broken, ...(cut && { kind: 'cut-short' }), ...status }
    }
    if (head === undefined) return { kind: 'timeout', message: `no answer within ${answerMs} ms` }
    if (this.#reader.size > bodyBytes)
      return { kind: 'too-large', message: `more than ${bodyBytes} bytes of body`, ...status }
    return { kind: 'timeout', message: `the body had not ended ${bodyMs} ms after its head`, ...status }
  }
}

/** Takes the last byte off the last piece. */
function lastByteOf(pieces: RequestPiece[]): RequestPiece | undefined {
  const last = pieces.pop()
  if (last === undefined) return undefined
  pieces.push({ ...last, bytes: last.bytes.subarray(0, -1) })
  return { bytes: last.bytes.subarray(-1) }
}
