import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { messageOf } from '../../../conformance/errors.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import { Addresses, TRAP } from './addresses.ts'
import { Canary, type CanaryResult } from './canary.ts'
import { Departures } from './departures.ts'
import { ReceivingEndpoint } from './endpoint.ts'
import { EndpointRooms } from './endpoint-room.ts'
import { IdBook } from './id-book.ts'
import { closedAddress, type ListenerOptions, type Listening, listen, listenWithOldTls } from './listening.ts'
import { SecretBook } from './secret-book.ts'
import type { LeaseTime, ListenerTime, Pauses } from './time.ts'

export interface ListenerParts extends ListenerOptions {
  readonly time: ListenerTime
}

/**
 * The suite's webhook receiver, one for each target, with an unguessable path for each endpoint. It listens from the first
 * endpoint on; before, it costs nothing.
 */
export class WebhookListener {
  readonly book = new SecretBook()
  readonly rooms = new EndpointRooms()
  readonly #ids = new IdBook()
  readonly #parts: ListenerParts
  readonly #endpoints = new Map<string, ReceivingEndpoint>()
  readonly #addresses = new Addresses()
  readonly #retired = new Set<string>()
  /** One object for each lease that uses the endpoint registered by hand; the newest answers for all. */
  readonly #byHand: ReceivingEndpoint[] = []
  readonly #canary = new Canary()
  readonly #departures = new Departures()
  #canaryResult: Promise<CanaryResult> | undefined
  #listening: Promise<Listening> | undefined
  /** Servers at further addresses. */
  readonly #further: Listening[] = []
  #old: ReturnType<typeof listenWithOldTls> | undefined
  #closed = false
  #reachedAt = Number.NEGATIVE_INFINITY
  #welcoming = false

  constructor(parts: ListenerParts) {
    this.#parts = parts
  }

  /**
   * Opens a new path.
   *
   * @returns the endpoint and the URL under which the platform reaches it
   * @throws CannotTell when the receiver cannot listen, has been closed, or is behind something that changes requests
   */
  async open(time: LeaseTime): Promise<{ readonly endpoint: ReceivingEndpoint; readonly url: string }> {
    const url = await this.#ready()
    const path = `/${randomBytes(16).toString('hex')}`
    const endpoint = this.#endpoint(path, url, time)
    this.#endpoints.set(path, endpoint)
    return { endpoint, url: url + path }
  }

  /**
   * Opens a new path that only requests with exactly this ending reach.
   *
   * @throws CannotTell as `open` does, and when the receiver is behind anything
   */
  async openAt(time: LeaseTime, own: string) {
    if (this.#parts.publicUrl !== undefined)
      throw new CannotTell('what is before the receiver may change an address', 'webhooks.public_url')
    const { endpoint, url } = await this.open(time)
    return { endpoint, url: url + own, strays: this.#addresses.end(endpoint.path, own) }
  }

  /**
   * Opens a new path at an address of its own, where nothing listens until `begin` is called.
   *
   * @throws CannotTell as `open` does, and where the receiver is not reached directly over plain HTTP
   */
  async openClosed(time: LeaseTime): Promise<{
    readonly endpoint: ReceivingEndpoint
    readonly url: string
    begin(): Promise<void>
  }> {
    if (this.#parts.publicUrl !== undefined || this.#parts.tls !== undefined)
      throw new CannotTell(
        'the receiver has no second address that the target could reach',
        'webhooks.listen',
      )
    const { endpoint } = await this.open(time)
    const address = await closedAddress(this.#parts)
    const begin = async () => {
      this.#further.push(
        await listen({ listen: address }, (request, response) => this.#handle(request, response)),
      )
    }
    return { endpoint, url: `http://${address}${endpoint.path}`, begin }
  }

  /**
   * Opens one more object for the endpoint that an operator registered by hand: it gets every request without a path of ours.
   *
   * @throws CannotTell as `open` does
   */
  async openByHand(time: LeaseTime): Promise<{ readonly endpoint: ReceivingEndpoint; readonly url: string }> {
    const url = await this.#ready()
    const endpoint = this.#endpoint('/', url, time)
    this.#byHand.push(endpoint)
    return { endpoint, url }
  }

  /**
   * Accepts all deliveries from now on. An endpoint that was registered by hand gets every event from the first request of a run
   * on. Failures would disable it before a scenario checks.
   * @throws CannotTell as `open` does
   */
  async welcome(): Promise<void> {
    this.#welcoming = true
    await this.#ready()
  }

  /** Returns the result of the canary; undefined where the receiver has no public address of its own, or nothing was opened yet. */
  async canary(): Promise<CanaryResult | undefined> {
    return this.#canaryResult
  }

  /** Takes a path out of service. Later deliveries are answered 200, so that the platform stops repeating them, and are not kept. */
  retire(endpoint: ReceivingEndpoint): void {
    const place = this.#byHand.indexOf(endpoint)
    if (place !== -1) this.#byHand.splice(place, 1)
    this.#endpoints.delete(endpoint.path)
    this.#retired.add(endpoint.path)
    endpoint.abandon()
  }

  /**
   * Resolves once everything that was sent to the receiver has arrived and is answered, except for delayed answers.
   *
   * @param beforeLongStep time is about to be moved far
   */
  async settle(beforeLongStep = false): Promise<void> {
    await this.#parts.time.traffic.settle(beforeLongStep)
  }

  /** Begins to measure for how long this process is blocked. */
  watchPauses(): Pauses {
    return this.#parts.time.punctuality.watch()
  }

  /**
   * Says whether any endpoint has been reached since then by a request with an `Event-ID`.
   * @param moment by `performance.now()`
   */
  reachedSince(moment: number): boolean {
    return this.#reachedAt >= moment
  }

  /**
   * Opens a path on a port that offers TLS below 1.2 only.
   *
   * @throws CannotTell when there can be none
   */
  async openWithOldTls(time: LeaseTime) {
    if (this.#closed) throw new CannotTell('the run ended before a webhook endpoint was opened')
    this.#old ??= listenWithOldTls(this.#parts, (request, response) => this.#handle(request, response))
    const { url, certificate, handshakes } = await this.#old
    const path = `/${randomBytes(16).toString('hex')}`
    const endpoint = this.#endpoint(path, url, time)
    this.#endpoints.set(path, endpoint)
    return { endpoint, url: url + path, certificate, handshakes }
  }

  /** Begins to listen; says why it cannot, undefined where it does. */
  problem(): Promise<string | undefined> {
    return this.certificate().then(() => undefined, messageOf)
  }

  /** PEM text of the certificate of a receiver that listens with TLS. */
  async certificate(): Promise<string | undefined> {
    this.#listening ??= this.#start()
    return (await this.#listening).certificate
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#parts.time.punctuality.stop()
    const listening = await this.#listening?.catch(() => undefined)
    const old = await this.#old?.catch(() => undefined)
    await Promise.all([listening, old, ...this.#further].map((one) => one?.close()))
  }

  #start(): Promise<Listening> {
    this.#parts.time.punctuality.start()
    return listen(this.#parts, (request, response) => this.#handle(request, response))
  }

  /** Begins to listen, and has checked that requests to the public address arrive unchanged. */
  async #ready(): Promise<string> {
    if (this.#closed) throw new CannotTell('the run ended before a webhook endpoint was opened')
    this.#listening ??= this.#start()
    const { url } = await this.#listening
    if (this.#parts.publicUrl === undefined) return url
    this.#canaryResult ??= this.#canary.fly(url)
    const result = await this.#canaryResult
    if (result.kind !== 'rewritten') return url
    const why = `a proxy between the public address and the receiver changes ${result.what}`
    throw new CannotTell(`${why}, so that no delivery can be judged`, 'webhooks.public_url')
  }

  #endpoint(path: string, url: string, time: LeaseTime): ReceivingEndpoint {
    this.#parts.time.traffic.open()
    return new ReceivingEndpoint({
      path,
      trapUrl: () => url + path + TRAP,
      time,
      ...this.#parts.time,
      ...{ book: this.book, ids: this.#ids },
      departures: this.#departures,
    })
  }

  /** A browser's request or a health check is no event. */
  #note({ headers }: IncomingMessage): void {
    if (headers['event-id'] !== undefined) this.#reachedAt = performance.now()
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const { path, isTrap } = this.#addresses.find(request.url ?? '')
    if (path === this.#canary.path) {
      void this.#canary.take(request, response)
      return
    }
    const endpoint = this.#endpoints.get(path)
    if (endpoint) {
      this.#note(request)
      void endpoint.take(request, response, isTrap)
      return
    }
    const [newest, ...older] = this.#byHand.toReversed()
    if (newest && path === '') {
      this.#note(request)
      void newest.take(request, response, (request.url ?? '').endsWith(TRAP), older)
      return
    }
    request.resume()
    response.writeHead(this.#welcoming || this.#retired.has(path) ? 200 : 404).end()
  }
}
