import type { Exchange } from '../../conformance/exchange.ts'
import { ENTRY_KINDS, type EntryKind } from '../../conformance/ledger.ts'
import { sentCredentials } from '../../targets/evidence/sent-credentials.ts'

/**
 * A request as statements about clients see it. A client may have its token from before the recording, or from elsewhere. So a token
 * that nobody knows is wrong only where nothing is missing.
 *
 * @param whole kinds of entries of which nothing is missing
 */
export function asSent(exchange: Exchange, whole: readonly EntryKind[]): Exchange {
  const { credentials, headers } = exchange.request
  if (credentials === undefined) return exchange
  const { token, key } = sentCredentials(headers)
  const isUnknown = credentials.token === 'unknown' && ENTRY_KINDS.every((kind) => whole.includes(kind))
  return {
    ...exchange,
    request: {
      ...exchange.request,
      credentials: { ...credentials, token: isUnknown ? 'unknown' : token, key },
    },
  }
}
