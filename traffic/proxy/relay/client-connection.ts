import type { Socket } from 'node:net'
import { type Begun, ExchangeWatch, type Watching } from '../record/exchange-watch.ts'
import { requestFraming } from '../wire/framing.ts'
import type { Head } from '../wire/head.ts'
import { MessageReader, type Part } from '../wire/message-reader.ts'
import type { Origin, Routes } from './routes.ts'
import { breakOff, finish } from './sockets.ts'
import { Upstream, type UpstreamNews } from './upstream.ts'

/** Requests that a client may send before the first of them is answered; further ones wait. */
const MOST_WAITING = 100

/**
 * One connection of a client. Each request goes to the connection of its target, and each answer comes back as it is. A request for
 * another target waits for the answers before it, so that answers keep their order.
 */
export class ClientConnection {
  readonly #client: Socket
  readonly #routes: Routes
  readonly #watching: Watching
  readonly #reader = new MessageReader()
  readonly #upstreams = new Map<Origin, Upstream>()
  /** The target of the last request. */
  #last: Upstream | undefined
  /** The request whose body is read. */
  #request: ExchangeWatch | undefined
  /** A head that waits for the answers before it. */
  #held: Head | undefined
  /** The target takes no more bytes for now. */
  #isFull = false
  #isEnded = false
  readonly #news: UpstreamNews

  constructor(client: Socket, routes: Routes, watching: Watching) {
    this.#client = client
    this.#routes = routes
    this.#watching = watching
    this.#news = {
      passOn: (bytes) => (client.writable ? client.write(bytes) : true),
      answered: () => void (this.#held !== undefined && this.#advance()),
      drained: () => {
        this.#isFull = false
        this.#advance()
      },
      ended: (upstream) => this.#targetEnded(upstream),
      failed: (upstream) => this.#targetFailed(upstream),
      switched: () => this.#reader.stop(),
    }
    client
      .on('data', (bytes: Buffer) => {
        this.#reader.push(bytes)
        this.#advance()
      })
      .on('drain', () => {
        for (const { socket } of this.#upstreams.values()) socket.resume()
      })
      .on('end', () => {
        this.#isEnded = true
        this.#advance()
      })
      .on('error', () => this.#clientBroke())
      .on('close', () => this.#clientClosed())
  }

  /** Breaks the connection off: the proxy ends. */
  close(): void {
    this.#abandon('the proxy was ended')
    breakOff(this.#client)
  }

  /** Passes on all that can be passed on by now. */
  #advance(): void {
    while (!this.#isFull) {
      const part: Part | undefined =
        this.#held === undefined ? this.#reader.read() : { kind: 'head', head: this.#held }
      this.#held = undefined
      if (part === undefined) break
      if (part.kind === 'head') this.#begin(part.head)
      else if (part.kind === 'body') this.#continue(part)
      else this.#sendUnread(part.bytes)
      if (this.#held !== undefined) break
    }
    const isStopped = this.#isFull || this.#held !== undefined
    if (isStopped) this.#client.pause()
    else if (this.#isEnded) for (const upstream of this.#upstreams.values()) upstream.end()
    else this.#client.resume()
  }

  #begin(head: Head): void {
    const routed = this.#routes.of(head)
    if (routed === undefined) {
      this.#reader.stop()
      this.#sendUnread(head.bytes)
      return
    }
    const last = this.#last
    const isElsewhere = last !== undefined && last.waiting > 0 && last.origin !== routed.origin
    if (isElsewhere || (last !== undefined && last.waiting >= MOST_WAITING)) {
      this.#held = head
      return
    }
    const upstream = this.#to(routed.origin)
    const { route, method, target, head: sent } = routed
    const begun: Begun = { route, method, target, head: sent }
    this.#request = new ExchangeWatch(begun, this.#watching)
    upstream.begin(this.#request)
    this.#send(sent.bytes)
    const framing = requestFraming(head)
    this.#reader.follow(framing)
    if (framing !== undefined) return
    upstream.stop()
    this.#request.broken('sender', {
      kind: 'protocol',
      message: 'two readers may disagree about the end of this request, so the connection passes unread',
    })
  }

  #continue({ bytes, data, ends }: Extract<Part, { kind: 'body' }>): void {
    if (bytes.length > 0) this.#send(bytes)
    for (const one of data) this.#request?.sends(one)
    if (!ends) return
    this.#request?.sent()
    this.#request = undefined
  }

  #sendUnread(bytes: Buffer): void {
    const upstream = this.#last ?? this.#to(this.#routes.otherwise)
    upstream.stop()
    this.#send(bytes)
  }

  #to(origin: Origin): Upstream {
    const known = this.#upstreams.get(origin)
    const upstream = known ?? new Upstream(origin, this.#news)
    if (known === undefined) this.#upstreams.set(origin, upstream)
    this.#last = upstream
    return upstream
  }

  #send(bytes: Buffer): void {
    if (this.#last?.send(bytes) === false) this.#isFull = true
  }

  /** A target that closes a connection closes that of the client, unless the client has turned to another target since. */
  #targetEnded(upstream: Upstream): void {
    if (upstream === this.#last) {
      if (this.#client.writable) this.#client.end()
      return
    }
    this.#upstreams.delete(upstream.origin)
    finish(upstream.socket)
    if (this.#held !== undefined) this.#advance()
  }

  #targetFailed(upstream: Upstream): void {
    this.#upstreams.delete(upstream.origin)
    if (upstream !== this.#last) return
    this.#closeTargets('the connection of another target broke', breakOff)
    breakOff(this.#client)
  }

  #clientBroke(): void {
    this.#closeTargets('the client broke the connection off', breakOff)
  }

  #clientClosed(): void {
    this.#closeTargets('the client closed the connection', finish)
  }

  #closeTargets(why: string, close: (socket: Socket) => void): void {
    this.#abandon(why)
    for (const { socket } of this.#upstreams.values()) close(socket)
    this.#upstreams.clear()
  }

  /** Reports what is under way. */
  #abandon(why: string): void {
    for (const upstream of this.#upstreams.values()) upstream.abandon(why)
    this.#request?.broken('sender', { kind: 'reset', message: why })
    this.#request = undefined
  }
}
