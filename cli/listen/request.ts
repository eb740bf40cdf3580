import { type ClientRequest, type IncomingMessage, request as plain } from 'node:http'
import { request as secured } from 'node:https'

/** A request of the listener, to the sandbox or to the receiver. */
export interface ListenerRequest {
  readonly url: URL
  readonly method: string
  /** As an array, names and values in turn, they are written as they are. */
  readonly headers: readonly string[] | Readonly<Record<string, string>>
  /** PEM text of authorities to trust instead of the usual ones. */
  readonly ca?: string | undefined
  readonly signal?: AbortSignal
}

/** Begins a request; the caller writes its body and ends it. The promise has the head of the answer, or rejects without one. */
export function begin({ url, method, headers, ca, signal }: ListenerRequest): {
  readonly sent: ClientRequest
  readonly answer: Promise<IncomingMessage>
} {
  const answer = Promise.withResolvers<IncomingMessage>()
  const options = {
    method,
    headers: Array.isArray(headers) ? [...headers] : { ...headers },
    agent: false as const,
    ...(signal && { signal }),
  }
  const sent =
    url.protocol === 'https:' ? secured(url, { ...options, ...(ca && { ca }) }) : plain(url, options)
  sent.once('response', answer.resolve)
  // An error after the head belongs to the body, whose stream tells it too.
  sent.on('error', answer.reject)
  answer.promise.catch(() => {})
  return { sent, answer: answer.promise }
}
