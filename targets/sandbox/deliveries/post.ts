import * as http from 'node:http'
import * as https from 'node:https'
import { createSecureContext, rootCertificates, type SecureVersion } from 'node:tls'

/** Result of a request: the head of an answer, or why there was none. */
export type Outcome =
  | { readonly status: number; readonly location?: string; readonly retryAfter?: string }
  | { readonly failure: string }

export interface Letter {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** PEM text of a certificate to trust beside the usual authorities. */
  readonly certificate?: string
  /** The oldest version of TLS that is used; one below 1.2 is a breach to be found. */
  readonly oldestTls: SecureVersion
  /** The part of the answer that ends it. */
  readonly waitsFor: 'head' | 'body'
}

/** A request under way. */
export interface Posting {
  /** Resolves when the request has been handed to the system whole, or has come to its end before that. */
  readonly written: Promise<void>
  /** Drops the connection and ends with this failure, at once; does nothing after the end. */
  abort(failure: string): void
}

export interface Poster {
  /** Sends a letter on a connection of its own. `ended` is called exactly once, as soon as what it waits for is there. */
  post(letter: Letter, ended: (outcome: Outcome) => void): Posting
  /** Drops every connection; whatever was under way ends with a failure. */
  close(): void
}

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message

/**
 * Creates a sender of requests to receivers. It follows no redirects, and drops the body of an answer as it
 * reads it. A connection serves one request, so that none meets one that the receiver is just about to close.
 * @param ca PEM text of an authority to trust beside the usual ones
 */
export function createPoster(ca?: string): Poster {
  const open = new Set<http.ClientRequest>()
  // Reading all the usual authorities takes long, so it is done once and only for a receiver that needs it.
  const plain = new http.Agent({ keepAlive: false })
  const agents = new Map<string, https.Agent>()
  const secured = ({ certificate, oldestTls }: Letter): https.Agent => {
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
    post(letter, ended) {
      const { method, url, headers, body, waitsFor } = letter
      const options = { method, headers }
      let request: http.ClientRequest
      if (/^https:/i.test(url)) {
        request = https.request(url, { ...options, agent: secured(letter) })
      } else request = http.request(url, { ...options, agent: plain })
      open.add(request)
      const written = Promise.withResolvers<void>()
      let over = false
      const end = (outcome: Outcome): void => {
        if (over) return
        over = true
        written.resolve()
        ended(outcome)
      }
      request.once('finish', written.resolve)
      request.once('response', (response) => {
        const { statusCode: status = 0, headers: answered } = response
        response.on('error', () => {})
        response.resume()
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
