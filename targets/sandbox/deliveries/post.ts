import * as http from 'node:http'
import * as https from 'node:https'
import { createSecureContext, rootCertificates } from 'node:tls'

/** What a request came to: the head of an answer, or why there was none. */
export type Outcome = { readonly status: number; readonly location?: string } | { readonly failure: string }

export interface Letter {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** What of the answer ends it. */
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
 * What sends requests to receivers. It follows no redirects, and reads what comes after the head of an answer only to drop it.
 * A connection serves one request, so that none meets one that the receiver is just about to close.
 *
 * @param ca PEM text of an authority to trust beside the usual ones
 */
export function createPoster(ca?: string): Poster {
  const open = new Set<http.ClientRequest>()
  // Reading all the usual authorities takes long, so it is done once and only for a receiver that needs it.
  let secure: https.Agent | undefined
  const plain = new http.Agent({ keepAlive: false })
  const secured = (): https.Agent => {
    const trust =
      ca === undefined ? {} : { secureContext: createSecureContext({ ca: [...rootCertificates, ca] }) }
    return new https.Agent({ keepAlive: false, ...trust })
  }

  return {
    post({ method, url, headers, body, waitsFor }, ended) {
      const options = { method, headers }
      let request: http.ClientRequest
      if (/^https:/i.test(url)) {
        secure ??= secured()
        request = https.request(url, { ...options, agent: secure })
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
