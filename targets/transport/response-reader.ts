import { type Dispatcher, errors } from 'undici'
import { ConformanceError } from '../../conformance/errors.ts'
import type { Failure } from '../../conformance/exchange.ts'
import { headerOf } from '../../conformance/headers.ts'
import { ByteCollector } from './byte-collector.ts'
import { type AnswerProgress, classify } from './failures.ts'
import type { WireAnswer, WireRequest, WireResult } from './request.ts'

/** Result of a request without its duration. */
export type WireOutcome = Omit<WireResult, 'elapsedMs'>

type Resolve = (outcome: WireOutcome) => void

/** Collects one answer, within its limits. */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #request: WireRequest
  readonly #maxBytes: number
  readonly #resolve: Resolve
  readonly #reject: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  readonly #body = new ByteCollector()
  #controller: Dispatcher.DispatchController | undefined
  #progress: AnswerProgress = { began: false }
  #headers: WireAnswer['headers'] = []
  #size = 0
  #settled = false

  constructor(request: WireRequest, maxBytes: number, resolve: Resolve, reject: (error: unknown) => void) {
    this.#request = request
    this.#maxBytes = Math.min(maxBytes, request.maxBytes ?? maxBytes)
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
    const length = Number(headerOf(this.#headers, 'content-length') ?? 0)
    if (length <= this.#maxBytes) this.#body.expect(length)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size > this.#maxBytes) {
      this.#giveUp('too-large', `the body was given up after ${this.#maxBytes} bytes`)
    } else this.#body.add(chunk)
  }

  onResponseEnd(): void {
    const { status } = this.#progress
    if (status === undefined) this.#giveUp('protocol', 'the answer ended without a status')
    else this.#settle({ answer: { status, headers: this.#headers, body: this.#body.whole() } })
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

  #settle(outcome: WireOutcome): void {
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
  const list = Array.isArray(raw)
    ? raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')))
    : []
  return list.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), list[index + 1] ?? ''] as const] : [],
  )
}
