import type { Exchange } from '../../conformance/exchange.ts'
import type { EntryKind, Ledger } from '../../conformance/ledger.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import { sentCredentials } from '../../targets/evidence/sent-credentials.ts'
import type { Kept } from './platform-ledger.ts'

/**
 * The requests to one platform as statements about clients see them. Each file makes a ledger, since two recorders may have noted the
 * same request, at times that differ.
 *
 * @param whole kinds of entries of which all files together lack none
 */
export function clientLedgers(
  kept: readonly Kept[],
  arrivals: readonly Arrival[],
  whole: readonly EntryKind[],
): readonly Ledger[] {
  const sent = kept.filter(
    ({ source, exchange }) => source !== undefined && exchange.operation !== 'operator',
  )
  const nameOf = tokenNames()
  const files = [...Map.groupBy(sent, ({ source }) => source).values()]
  return files.map((some) => {
    const hasCredentials = some.some(({ marks }) => marks?.token !== undefined)
    const inOrder = some.toSorted((one, other) => one.exchange.startedAt - other.exchange.startedAt)
    const began = inOrder[0]?.exchange.startedAt ?? 0
    return {
      exchanges: inOrder.map((one) => asSent(one, hasCredentials, began, nameOf)),
      ...{ arrivals, whole: files.length === 1 ? whole : [] },
    }
  })
}

/** Names for tokens in place of their digests: equal for equal ones. */
function tokenNames(): (digest: string) => string {
  const names = new Map<string, string>()
  return (digest) => {
    const name = names.get(digest) ?? `token ${names.size + 1}`
    names.set(digest, name)
    return name
  }
}

/** @param hasCredentials the file has credentials, which many tools leave out */
function asSent(
  { exchange, marks, issued }: Kept,
  hasCredentials: boolean,
  began: number,
  nameOf: (digest: string) => string,
): Exchange {
  const { request, answer, startedAt } = exchange
  // Where the platform took the request, the recorder has left out what is missing.
  const isRefused = answer !== undefined && answer.status >= 400
  const sent =
    hasCredentials && isRefused ? sentCredentials(request.headers) : ({ token: 'own', key: 'own' } as const)
  const bearer = marks?.token === undefined ? {} : { bearer: nameOf(marks.token) }
  return {
    ...exchange,
    ...(issued !== undefined && { issues: nameOf(issued) }),
    targetMs: startedAt - began,
    request: {
      ...request,
      ...(isUnknown(request) && { cut: true as const }),
      ...(exchange.operation !== 'token' && { credentials: { ...sent, ...bearer } }),
    },
  }
}

/** True where the recorder has left out the body, or all headers. */
function isUnknown({ method, headers, body }: Exchange['request']): boolean {
  const length = headers.find(([name]) => name === 'content-length')?.[1]
  const hasBody = method === 'POST' || method === 'PUT'
  return headers.length === 0 || (hasBody && body === undefined && length !== '0')
}
