import * as http from 'node:http'
import * as https from 'node:https'
import { createSecureContext, rootCertificates, type SecureVersion } from 'node:tls'

/** Result of a request: the head of an answer, or why there was none. */
export type PostOutcome =
  | { readonly status: number; readonly location?: string; readonly retryAfter?: string }
  | { readonly failure: string }

export interface DeliveryRequest {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** PEM text of a certificate to trust beside the usual authorities. */
  readonly certificate?: string
  /** The oldest version of TLS that is used; one below 1.2 is a breach on purpose. */
  readonly oldestTls: SecureVersion
  /** The part of an answer after which the request is over. */
  readonly waitsFor: 'head' | 'body'
  /** Is given each answer with the beginning of its body; absent: the body is thrown away. */
  readonly keeps?: (answer: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }) => void
}

/** The most characters that are kept of the body of an answer. */
const MOST_KEPT = 16_384

/** Keeps the head of an answer at once, and the beginning of its body when it has come. */
function keep(response: http.IncomingMessage, keeps: NonNullable<DeliveryRequest['keeps']>): void {
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
  let body = ''
  keeps({ headers, body })
  response.setEncoding('utf8').on('data', (text: string) => {
    body = (body + text).slice(0, MOST_KEPT)
    keeps({ headers, body })
  })
}

/** A request under way. */
export interface Posting {
  /** Resolves when the system has taken the whole request, or when it ended before that. */
  readonly written: Promise<void>
  /** Drops the connection and ends the request with this failure at once; does nothing after its end. */
  abort(failure: string): void
}

export interface DeliveryClient {
  /**
   * Sends a request on a new connection. `ended` is called exactly once, as soon as the part of the answer that it waits for has
   * come.
   * @param heard is called whenever some bytes of the answer arrive before that
   */
  post(request: DeliveryRequest, ended: (outcome: PostOutcome) => void, heard: () => void): Posting
  /** Drops every connection; requests under way end with a failure. */
  close(): void
}

/** The failure of a request that was closed without an answer, as a receiver does that ends. */
export const WITHOUT_ANSWER = 'closed'

/** A reset names the system call that met it. A connection that was closed does not. */
function codeOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ECONNRESET' && error.syscall === undefined) return WITHOUT_ANSWER
  return error.code ?? error.message
}

/**
 * Creates a sender of requests to receivers. It follows no redirects. Each request has a new connection, since a receiver may just
 * be closing an old one.
 * @param ca PEM text of an authority to trust beside the usual ones
 */
export function createDeliveryClient(ca?: string): DeliveryClient {
  const open = new Set<http.ClientRequest>()
  // Reading all the usual authorities takes long, so it is done once, and only for a receiver that needs it.
  const plain = new http.Agent({ keepAlive: false })
  const agents = new Map<string, https.Agent>()
  const secured = ({ certificate, oldestTls }: DeliveryRequest): https.Agent => {
    const name = `${oldestTls} ${certificate ?? ''}`
    const known = agents.get(name)
    if (known !== undefined) return known
    const own = [ca, certificate].filter((pem) => pem !== undefined)
    const trust = own.length === 0 ? {} : { ca: [...rootCertificates, ...own] }
    const level = oldestTls === 'TLSv1.2' ? {} : { ciphers: 'DEFAULT@SECLEVEL=0' }
    const secureContext = createSecureContext({ ...trust, ...level, minVersion: oldestTls })
    const agent = new https.Agent({ keepAlive: false, secureContext })
    agents.set(name, agent)
    return agent
  }

  return {
    post(delivery, ended, heard) {
      const { method, url, headers, body, waitsFor } = delivery
      const options = { method, headers }
      let request: http.ClientRequest
      if (/^https:/i.test(url)) {
        request = https.request(url, { ...options, agent: secured(delivery) })
      } else request = http.request(url, { ...options, agent: plain })
      open.add(request)
      const written = Promise.withResolvers<void>()
      let over = false
      const end = (outcome: PostOutcome): void => {
        if (over) return
        over = true
        written.resolve()
        ended(outcome)
      }
      request.once('finish', written.resolve)
      request.once('socket', (socket) => socket.on('data', () => void (over || heard())))
      request.once('response', (response) => {
        const { statusCode: status = 0, headers: answered } = response
        response.on('error', () => {})
        if (delivery.keeps === undefined) response.resume()
        else keep(response, delivery.keeps)
        const outcome = {
          status,
          ...(answered.location === undefined ? {} : { location: answered.location }),
          ...(answered['retry-after'] === undefined ? {} : { retryAfter: answered['retry-after'] }),
        }
        if (waitsFor === 'head') end(outcome)
        else response.once('end', () => end(outcome))
      })
      request.on('error', (error) => end({ failure: codeOf(error) }))
      request.once('close', () => {
        open.delete(request)
        end({ failure: 'ECONNRESET' })
      })
      request.end(body)
      return {
        written: written.promise,
        abort(failure) {
          if (over) return
          end({ failure })
          request.destroy()
        },
      }
    },
    close() {
      for (const request of open) request.destroy()
    },
  }
}
