import { type Headers, headerOf } from '../../conformance/headers.ts'
import type { KeyMark, TokenMark } from '../../conformance/ports/client.ts'

/**
 * The credentials of a recorded request in the words of statements about clients, by its headers alone: their values may be redacted. A
 * value that nobody knows counts as the client's own. A token under another scheme, or none behind its scheme, is `unknown`.
 *
 * @param headers with lower-case names
 */
export function sentCredentials(headers: Headers): { readonly token: TokenMark; readonly key: KeyMark } {
  const token = headerOf(headers, 'authorization')
  const key = headers.some(([name]) => name === 'x-integration-key')
  const isBearer = token !== undefined && /^bearer\s+\S/i.test(token)
  return { token: token === undefined ? 'none' : isBearer ? 'own' : 'unknown', key: key ? 'own' : 'none' }
}
