import type { Exchange } from '../../conformance/exchange.ts'
import type { Needs } from './credentials.ts'
import type { PosixPiece } from './posix.ts'
import { hasSecret, type Known, spliced } from './variables.ts'

/** Headers that curl or the script adds by itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'user-agent'],
  ...['authorization', 'x-integration-key'],
])

export interface SendingContext {
  readonly known: readonly Known[]
  readonly needs: Needs
}

/** The parts of a request, as pieces of shell words. */
export interface RequestParts {
  readonly headers: readonly (readonly PosixPiece[])[]
  readonly body?: readonly PosixPiece[]
  readonly url: readonly PosixPiece[]
}

/** The headers of a request without secrets. If a body has no content type, a header suppresses the one that curl would add. */
export function plainHeaders(
  { headers, body }: Exchange['request'],
  known: readonly Known[],
): readonly (readonly PosixPiece[] | undefined)[] {
  const named = headers.filter(([name, value]) => !OWN_HEADERS.has(name) && !hasSecret(value))
  const hasType = headers.some(([name]) => name === 'content-type')
  return [
    ...named.map(([name, value]) => spliced(value === '' ? `${name};` : `${name}: ${value}`, known)),
    ...(body !== undefined && !hasType ? [[{ text: 'content-type:' }]] : []),
  ]
}
