import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CannotTell } from '../conformance/verdict.ts'
import { ReceivingEndpoint } from './endpoint.ts'
import { HeldUp } from './held-up.ts'
import { type Listening, listen, type ReceiverOptions } from './listening.ts'
import { Quiet } from './quiet.ts'
import type { Redaction } from './record.ts'
import { SecretBook } from './secrets.ts'
import type { LeaseTime, Patience, TargetTime } from './time.ts'

export interface ReceiverParts extends ReceiverOptions {
  readonly time: TargetTime
  readonly patience: Patience
  readonly redaction: Redaction
}

const TRAP = '/trap'

/**
 * The suite's webhook receiver, one for each target, with a path nobody can guess for each endpoint. It listens from the first
 * endpoint on; before, it costs nothing.
 */
export class Receiver {
  readonly heldUp = new HeldUp()
  readonly book = new SecretBook()
  readonly #parts: ReceiverParts
  readonly #endpoints = new Map<string, ReceivingEndpoint>()
  readonly #retired = new Set<string>()
  #quiet: Quiet | undefined
  #listening: Promise<Listening> | undefined
  #closed = false

  constructor(parts: ReceiverParts) {
    this.#parts = parts
  }

  /**
   * Opens a new path.
   *
   * @returns the endpoint and the URL under which the platform reaches it
   * @throws CannotTell when the receiver cannot listen or has been closed
   */
  async open(time: LeaseTime): Promise<{ readonly endpoint: ReceivingEndpoint; readonly url: string }> {
    if (this.#closed) throw new CannotTell('the run ended before a webhook endpoint was opened')
    this.#listening ??= this.#start()
    const { url } = await this.#listening
    const path = `/${randomBytes(16).toString('hex')}`
    const endpoint = new ReceivingEndpoint({
      path,
      trapUrl: () => url + path + TRAP,
      time,
      quiet: this.#quietness(),
      heldUp: this.heldUp,
      book: this.book,
      redaction: this.#parts.redaction,
    })
    this.#endpoints.set(path, endpoint)
    return { endpoint, url: url + path }
  }

  /** Takes a path out of service. What still comes is answered 200, so that the platform has done with it, and is not kept. */
  retire(endpoint: ReceivingEndpoint): void {
    this.#endpoints.delete(endpoint.path)
    this.#retired.add(endpoint.path)
    endpoint.abandon()
  }

  /** Resolves once everything that was sent to the receiver has arrived and is answered, delayed answers left aside. */
  async settle(): Promise<void> {
    await this.#quiet?.settle()
  }

  /** PEM text of the certificate of a receiver that listens with TLS. */
  async certificate(): Promise<string | undefined> {
    this.#listening ??= this.#start()
    return (await this.#listening).certificate
  }

  async close(): Promise<void> {
    this.#closed = true
    this.heldUp.stop()
    const listening = await this.#listening?.catch(() => undefined)
    await listening?.close()
  }

  #start(): Promise<Listening> {
    this.heldUp.start()
    return listen(this.#parts, (request, response) => this.#handle(request, response))
  }

  #quietness(): Quiet {
    this.#quiet ??= new Quiet(this.#parts.time, this.#parts.patience)
    return this.#quiet
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    // A tunnel may put a path of its own before ours, or not.
    const [, path = '', rest = ''] = /(\/[0-9a-f]{32})(\/trap)?\/?(?:\?.*)?$/.exec(request.url ?? '') ?? []
    const endpoint = this.#endpoints.get(path)
    if (endpoint) {
      void endpoint.take(request, response, rest === TRAP)
      return
    }
    request.resume()
    response.writeHead(this.#retired.has(path) ? 200 : 404).end()
  }
}
