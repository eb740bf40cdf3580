import { createSecureContext } from 'node:tls'
import { Agent, type Dispatcher } from 'undici'
import type { WireRequest, WireResult } from './request.ts'
import { ResponseReader, type WireOutcome } from './response-reader.ts'

const CONNECT_TIMEOUT_MS = 5000
/** Shorter than any server's own idle timeout, so that a server never closes a connection just as it is taken up again. */
const IDLE_MS = 500

export interface WireOptions {
  /** Trusted beside nothing else; PEM text. */
  readonly ca?: string
  /** Bytes of a body beyond which an answer is given up. */
  readonly maxBodyBytes: number
}

/** HTTP/1.1 without redirects, retries, proxies or decompression; every answer is bounded in time and size. */
export class Wire {
  readonly #options: WireOptions
  readonly #pool: Agent
  readonly #single: Agent
  /** Of the few authorities that a profile names. */
  readonly #origins = new Map<string, string>()

  constructor(options: WireOptions) {
    this.#options = options
    const { ca } = options
    // Made once: with the certificates as an option each connection would read them again.
    const trust = ca === undefined ? {} : { secureContext: createSecureContext({ ca }) }
    const connect = { timeout: CONNECT_TIMEOUT_MS, ...trust }
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
    const outcome = await new Promise<WireOutcome>((resolve, reject) => {
      const reader = new ResponseReader(request, this.#options.maxBodyBytes, resolve, reject)
      try {
        agent.dispatch(this.#dispatchOptions(request), reader)
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
