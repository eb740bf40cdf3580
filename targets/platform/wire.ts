import { Agent, type Dispatcher, errors } from 'undici'
import { ConformanceError } from '../../conformance/errors.ts'
import type { Failure } from '../../conformance/exchange.ts'
import { classify, type Progress } from './failures.ts'

/** One HTTP request as it goes out, secrets and all. */
export interface WireRequest {
  readonly method: string
  /** Sent as it stands: dots and percent escapes in the path are not tidied up. */
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Uint8Array
  /** Milliseconds until the last byte of the answer must be there. */
  readonly timeoutMs: number
  /** Opens a connection of its own. */
  readonly fresh?: boolean
}

/** What came of a request: a whole answer or a failure. */
export interface WireResult {
  readonly answer?: WireAnswer
  readonly failure?: Failure
  readonly elapsedMs: number
}

export interface WireAnswer {
  readonly status: number
  /** Lower-case names, in the order of arrival. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
}

export interface WireOptions {
  /** Trusted beside nothing else; PEM text. */
  readonly ca?: string
  /** Bytes of a body beyond which an answer is given up. */
  readonly maxBodyBytes: number
}

const CONNECT_TIMEOUT_MS = 5000
/** Shorter than any server's own idle timeout, so that a server never closes a connection just as it is taken up again. */
const IDLE_MS = 500

/** HTTP/1.1 without redirects, retries, proxies or decompression; every answer is bounded in time and size. */
export class Wire {
  readonly #options: WireOptions
  readonly #pool: Agent
  readonly #single: Agent

  constructor(options: WireOptions) {
    this.#options = options
    const connect = { timeout: CONNECT_TIMEOUT_MS, ...(options.ca !== undefined && { ca: options.ca }) }
    const common = {
      connect,
      allowH2: false,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      // Their precision is half a second; the deadline below is exact and covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    }
    this.#pool = new Agent(common)
    this.#single = new Agent({ ...common, pipelining: 0 })
  }

  /**
   * Sends one request and waits for the whole answer. Nothing that the other side does makes it throw.
   *
   * @throws ConformanceError REQUEST_INVALID when the request itself cannot be written as HTTP
   */
  async send(request: WireRequest): Promise<WireResult> {
    const started = performance.now()
    const agent = request.fresh ? this.#single : this.#pool
    const outcome = await new Promise<Omit<WireResult, 'elapsedMs'>>((resolve, reject) => {
      const receiver = new Receiver(request, this.#options.maxBodyBytes, resolve, reject)
      try {
        agent.dispatch(dispatchOptions(request), receiver)
      } catch (error) {
        receiver.failed(error)
      }
    })
    return { ...outcome, elapsedMs: performance.now() - started }
  }

  /** Cuts every connection; requests under way fail. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#single.destroy()])
  }
}

function dispatchOptions({ method, url, headers, body }: WireRequest): Dispatcher.DispatchOptions {
  const { origin } = new URL(url)
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3))
  return {
    origin,
    path: url.indexOf('/', url.indexOf('://') + 3) < 0 ? '/' : path,
    method,
    headers: headers.flat(),
    body: body ?? null,
  }
}

type Resolve = (outcome: Omit<WireResult, 'elapsedMs'>) => void

/** Gathers one answer, within its bounds. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #request: WireRequest
  readonly #maxBytes: number
  readonly #resolve: Resolve
  readonly #reject: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Uint8Array[] = []
  #controller: Dispatcher.DispatchController | undefined
  #progress: Progress = { began: false }
  #headers: WireAnswer['headers'] = []
  #size = 0
  #settled = false

  constructor(request: WireRequest, maxBytes: number, resolve: Resolve, reject: (error: unknown) => void) {
    this.#request = request
    this.#maxBytes = maxBytes
    this.#resolve = resolve
    this.#reject = reject
    this.#timer = setTimeout(() => this.#timedOut(), request.timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#settled) controller.abort(new Error('given up'))
  }

  onResponseStarted(): void {
    this.#progress = { ...this.#progress, began: true }
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return
    this.#progress = { began: true, status }
    this.#headers = pairs(controller.rawHeaders)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size > this.#maxBytes) {
      return this.#giveUp('too-large', `the body was given up after ${this.#maxBytes} bytes`)
    }
    this.#chunks.push(new Uint8Array(chunk))
  }

  onResponseEnd(): void {
    const { status } = this.#progress
    if (status === undefined) return this.#giveUp('protocol', 'the answer ended without a status')
    this.#settle({ answer: { status, headers: this.#headers, body: Buffer.concat(this.#chunks) } })
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.failed(error)
  }

  onRequestUpgrade(controller: Dispatcher.DispatchController, status: number): void {
    this.#progress = { began: true, status }
    this.#giveUp('protocol', 'the answer switched to another protocol')
    controller.abort(new Error('given up'))
  }

  failed(error: unknown): void {
    if (error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError) {
      this.#finish(() => this.#reject(requestInvalid(error)))
    } else this.#settle({ failure: classify(error, this.#progress) })
  }

  #timedOut(): void {
    const what = this.#progress.status === undefined ? 'no answer' : 'no whole answer'
    this.#giveUp('timeout', `${what} within ${this.#request.timeoutMs} ms`)
  }

  #giveUp(kind: Failure['kind'], message: string): void {
    const { status } = this.#progress
    this.#settle({ failure: { kind, message, ...(status !== undefined && { status }) } })
    this.#controller?.abort(new Error('given up'))
  }

  #settle(outcome: Omit<WireResult, 'elapsedMs'>): void {
    this.#finish(() => this.#resolve(outcome))
  }

  #finish(then: () => void): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    then()
  }
}

function requestInvalid(error: Error): ConformanceError {
  return new ConformanceError('REQUEST_INVALID', `a request cannot be written as HTTP: ${error.message}`)
}

function pairs(raw: Dispatcher.DispatchController['rawHeaders']): WireAnswer['headers'] {
  const list = Array.isArray(raw) ? raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1'))) : []
  return list.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), list[index + 1] ?? ''] as const] : [],
  )
}
