import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import type { Session } from '../../../conformance/ports/client.ts'
import { API_PATH, TOKEN_PATH } from '../platform-instance.ts'

/** An endpoint of the quote API: `{id}` in its path stands for a quote. */
export interface SessionEndpoint {
  readonly operation: Operation
  readonly method: string
  readonly path: string
}

/** The part of an exchange that follows from its path. */
export type RequestPlace = Pick<Exchange, 'operation' | 'quoteId'>

/** The operation of a request, and the quote in its path. */
export function requestPlaceOf(
  method: string,
  path: string,
  { session, endpoints }: { readonly session: Session; readonly endpoints: readonly SessionEndpoint[] },
): RequestPlace {
  const plain = path.split('?', 1)[0] ?? ''
  if (plain === TOKEN_PATH) return { operation: /^(HEAD|OPTIONS)$/.test(method) ? 'other' : 'token' }
  const base = `${session.path ?? ''}${API_PATH}`
  for (const endpoint of endpoints) {
    const [before = '', after] = endpoint.path.split('{id}')
    if (endpoint.method !== method) continue
    if (after === undefined && plain === base + before) return { operation: endpoint.operation }
    const id = plain.slice(base.length + before.length)
    if (after !== undefined && plain.startsWith(base + before) && id !== '' && !id.includes('/'))
      return { operation: endpoint.operation, quoteId: id }
  }
  return { operation: 'other' }
}

/** The path without the part that the session puts before it, as the platform knows it. */
export function platformPath(path: string, { path: before = '' }: Session): string {
  return before !== '' && path.startsWith(`${before}/`) ? path.slice(before.length) : path
}
