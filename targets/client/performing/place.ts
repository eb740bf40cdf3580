import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import type { Play } from '../../../conformance/ports/client.ts'
import { STAGE_API, STAGE_TOKEN } from '../stage.ts'

/** An endpoint of the quote API: `{id}` in its path stands for a quote. */
export interface PlayedEndpoint {
  readonly operation: Operation
  readonly method: string
  readonly path: string
}

/** The part of an exchange that follows from its path. */
export type Place = Pick<Exchange, 'operation' | 'quoteId'>

/** The operation of a request, and the quote in its path. */
export function placeOf(
  method: string,
  path: string,
  { play, endpoints }: { readonly play: Play; readonly endpoints: readonly PlayedEndpoint[] },
): Place {
  const plain = path.split('?', 1)[0] ?? ''
  if (plain === STAGE_TOKEN) return { operation: /^(HEAD|OPTIONS)$/.test(method) ? 'other' : 'token' }
  const base = `${play.path ?? ''}${STAGE_API}`
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

/** The path without the part that the play puts before it, as the stage knows it. */
export function stagePath(path: string, { path: before = '' }: Play): string {
  return before !== '' && path.startsWith(`${before}/`) ? path.slice(before.length) : path
}
