import type { Socket } from 'node:net'
import { type Begun, ExchangeWatch, type Watching } from '../record/exchange-watch.ts'
import { requestFraming } from '../wire/framing.ts'
import { type Head, readHead } from '../wire/head.ts'
import { MessageReader, type StreamPart } from '../wire/message-reader.ts'
import type { Origin, Routes } from './routes.ts'
import { breakOff, endSocket } from './sockets.ts'
import { Upstream, type UpstreamNews } from './upstream.ts'

/** Requests that a client may send before the first of them is answered; further ones wait. */
const MOST_WAITING = 100
const AMBIGUOUS = 'two readers may disagree about the end of this request, so the connection passes unread'
const REFUSAL = Buffer.from(
  'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  'latin1',
)

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
  /** The rest of the connection passes unread. */
  #isRaw = false
  /** Closes the connection where a head does not come to its end. */
  #headTimer: NodeJS.Timeout | undefined
  readonly #headMs: number
  /** A request was refused, so that nothing is read any more. */
  #isRefused = false
  /** The last request went to the receiver. */
  #isDelivery = false
  readonly #news: UpstreamNews

  /** @param headMs how long a head may take from its first byte, in milliseconds */
  constructor(client: Socket, routes: Routes, watching: Watching, headMs: number) {
    this.#headMs = headMs
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
      switched: () => {
        this.#reader.stop()
        this.#noteUnread()
      },
    }
    client
      .on('data', (bytes: Buffer) => {
        if (this.#isRefused) return
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

  /** Breaks the connection off. */
  close(why: string): void {
    this.#closeTargets(why, breakOff)
    breakOff(this.#client)
  }

  /** Passes on all that can be passed on by now. */
  #advance(): void {
    while (!this.#isFull && !this.#isRefused) {
      const part: StreamPart | undefined =
        this.#held === undefined ? this.#reader.read() : { kind: 'head', head: this.#held }
      this.#held = undefined
      if (part === undefined) break
      if (part.kind === 'head') this.#begin(part.head)
      else if (part.kind === 'body') this.#continue(part)
      else this.#sendUnread(part.bytes)
      if (this.#held !== undefined) break
    }
    if (this.#reader.isLost) this.#noteUnread()
    const isStopped = this.#isFull || this.#held !== undefined
    if (!isStopped && this.#reader.isInHead)
      this.#headTimer ??= setTimeout(() => this.close('the head of a request took too long'), this.#headMs)
    if (isStopped) this.#client.pause()
    else if (this.#isEnded) for (const upstream of this.#upstreams.values()) upstream.end()
    else this.#client.resume()
  }

  #begin(head: Head): void {
    clearTimeout(this.#headTimer)
    this.#headTimer = undefined
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
    const { route, method, target, asked, head: sent } = routed
    const begun: Begun = { route, method, target, asked, head: sent }
    const framing = requestFraming(head)
    const refusal =
      routed.refusal ?? (route === 'hooks' && framing === undefined ? 'its end is ambiguous' : undefined)
    if (refusal !== undefined) {
      // It is held until the answers before it have passed.
      if (last !== undefined && last.waiting > 0) this.#held = head
      else this.#refuse(begun, refusal)
      return
    }
    const upstream = this.#to(routed.origin)
    this.#isDelivery = route === 'hooks'
    this.#request = new ExchangeWatch(begun, this.#watching)
    upstream.begin(this.#request)
    this.#send(sent.bytes)
    this.#reader.follow(framing)
    if (framing === undefined) upstream.stop(AMBIGUOUS)
  }

  /** Answers 400 in place of the receiver, and closes: what follows must not reach it unread. */
  #refuse(begun: Begun, why: string): void {
    const watch = new ExchangeWatch(begun, this.#watching)
    watch.answers(400, readHead(REFUSAL))
    watch.broken('sender', { kind: 'protocol', message: `the proxy refused this delivery: ${why}` })
    this.#isRefused = true
    this.#client.end(REFUSAL)
    this.#closeTargets('the proxy refused a delivery behind it', endSocket)
  }

  /** Tells once that the rest of the connection passes unread. */
  #noteUnread(): void {
    if (this.#isRaw) return
    this.#isRaw = true
    clearTimeout(this.#headTimer)
    this.#watching.unread()
    this.#last?.stop(AMBIGUOUS)
  }

  #continue({ bytes, data, ends }: Extract<StreamPart, { kind: 'body' }>): void {
    if (bytes.length > 0) this.#send(bytes)
    for (const one of data) this.#request?.sends(one)
    if (!ends) return
    this.#request?.sent()
    this.#request = undefined
  }

  #sendUnread(bytes: Buffer): void {
    if (this.#isDelivery) {
      // The receiver must get nothing that was not routed to it.
      this.#isRefused = true
      this.close('what follows a delivery is not readable as HTTP/1')
      return
    }
    const upstream = this.#last ?? this.#to(this.#routes.otherwise)
    upstream.stop(AMBIGUOUS)
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
    endSocket(upstream.socket)
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
    this.#closeTargets('the client closed the connection', endSocket)
  }

  #closeTargets(why: string, close: (socket: Socket) => void): void {
    clearTimeout(this.#headTimer)
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
