import type { IncomingMessage } from 'node:http'
import type { Headers } from '../../../conformance/headers.ts'

const MOST_BYTES = 4 * 1024 * 1024

/** A request as it arrived. */
export interface IncomingRequest {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  /** Lower-case names, in the order of arrival. */
  readonly headers: Headers
  readonly body: Uint8Array
  /** The moment at which its head had arrived, in milliseconds of this process. */
  readonly arrivedMs: number
}

/** The path and query of a request. Its target may be a whole URL, which every server has to accept (RFC 9112, section 3.2.2). */
export const pathOf = ({ url = '' }: Pick<IncomingMessage, 'url'>): string => {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return path.startsWith('/') || path === url ? path : `/${path}`
}

/** Reads a request to its end; of one that is too long the rest is thrown away. */
export async function incoming(request: IncomingMessage, arrivedMs: number): Promise<IncomingRequest> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= MOST_BYTES) chunks.push(chunk)
  }
  const { rawHeaders } = request
  const headers = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']] : [],
  )
  return {
    method: request.method ?? '',
    path: pathOf(request),
    headers,
    body: Buffer.concat(chunks),
    arrivedMs,
  }
}
