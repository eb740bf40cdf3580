import { createSecureContext } from 'node:tls'
import { Agent, type Dispatcher, errors } from 'undici'
import type { WireRequest, WireResult } from './request.ts'
import { ResponseReader, type WireOutcome } from './response-reader.ts'

const CONNECT_TIMEOUT_MS = 5000
/** Shorter than the idle timeout of any server, so that no server closes a connection just as it is used again. */
const IDLE_MS = 500

export interface WireOptions {
  /** The only authorities that are trusted; PEM text. */
  readonly ca?: string
  /** Bytes of a body beyond which an answer is cut off. */
  readonly maxBodyBytes: number
}

/** Sends requests over HTTP/1.1 without redirects, retries, proxies or decompression; every answer is limited in time and size. */
export class Wire {
  readonly #options: WireOptions
  readonly #pool: Agent
  readonly #single: Agent
  /** Origins that close idle connections without notice: a request could meet the close, and a POST cannot be sent twice. */
  readonly #closing = new Set<string>()
  /** The origins of the addresses of a profile, of which there are few. */
  readonly #origins = new Map<string, string>()

  constructor(options: WireOptions) {
    this.#options = options
    const { ca } = options
    // Made once, since each connection would read the certificates again if they were given as an option.
    const trust = ca === undefined ? {} : { secureContext: createSecureContext({ ca }) }
    const connect = { timeout: CONNECT_TIMEOUT_MS, ...trust }
    const common = {
      connect,
      allowH2: false,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      // These are exact to half a second only; the deadline below is exact and covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    }
    this.#pool = new Agent(common)
    this.#pool.on('disconnect', ({ origin }, _, error) => {
      if (error instanceof errors.SocketError) this.#closing.add(origin)
    })
    this.#single = new Agent({ ...common, pipelining: 0 })
  }

  /**
   * Sends one request and waits for the complete answer. Nothing that the other side does makes it throw.
   *
   * @throws ConformanceError REQUEST_INVALID when the request itself cannot be written as HTTP
   */
  async send(request: WireRequest): Promise<WireResult> {
    const started = performance.now()
    const options = this.#dispatchOptions(request)
    const agent = request.fresh || this.#closing.has(String(options.origin)) ? this.#single : this.#pool
    const outcome = await new Promise<WireOutcome>((resolve, reject) => {
      const reader = new ResponseReader(request, this.#options.maxBodyBytes, resolve, reject)
      try {
        agent.dispatch(options, reader)
      } catch (error) {
        reader.failed(error)
      }
    })
    return { ...outcome, elapsedMs: performance.now() - started }
  }

  #dispatchOptions({ method, url, headers, body }: WireRequest): Dispatcher.DispatchOptions {
    const [, authority = '', path = ''] = /^(\w+:\/\/[^/?]*)(.*)$/s.exec(url) ?? []
    const origin = this.#origins.get(authority) ?? new URL(authority).origin
    this.#origins.set(authority, origin)
    return {
      origin,
      path: path.startsWith('/') ? path : `/${path}`,
      method,
      headers: headers.flat(),
      body: body ?? null,
    }
  }

  /** Cuts every connection; requests under way fail. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#single.destroy()])
  }
}
