import type { Exchange } from '../../conformance/exchange.ts'
import { headerOf } from '../../conformance/headers.ts'
import type { EntryKind, Ledger } from '../../conformance/ledger.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import { sentCredentials } from '../../targets/evidence/sent-credentials.ts'
import { UNKNOWN_MS } from './har/entry.ts'
import type { RecordedExchange } from './platform-ledger.ts'

/**
 * The requests to one platform as statements about clients see them. Each file makes a ledger, since two recorders may have noted the
 * same request, at times that differ.
 *
 * @param whole kinds of entries of which all files together lack none
 */
export function clientLedgers(
  kept: readonly RecordedExchange[],
  arrivals: readonly Arrival[],
  whole: readonly EntryKind[],
): readonly Ledger[] {
  const sent = kept.filter(
    ({ source, exchange }) => source !== undefined && exchange.operation !== 'operator',
  )
  const nameOf = tokenNames()
  const files = [...Map.groupBy(sent, ({ source }) => source).values()]
  return files.map((some) => {
    const shown: Shown = {
      token: some.some(({ marks }) => marks?.token !== undefined),
      key: some.some(({ marks }) => marks?.key !== undefined),
    }
    const inOrder = some.toSorted((one, other) => one.exchange.startedAt - other.exchange.startedAt)
    const began = inOrder[0]?.exchange.startedAt ?? 0
    return {
      exchanges: inOrder.map((one) => asSent(one, shown, began, nameOf)),
      arrivals: arrivals.map((one) => onClock(one, began)),
      whole: files.length === 1 ? whole : [],
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

/** Which credentials a file shows on some request. Many tools leave out one or both. */
interface Shown {
  readonly token: boolean
  readonly key: boolean
}

/** A delivery whose time is one of the ledger's clock, as that of its requests. */
const onClock = (arrival: Arrival, began: number): Arrival => {
  const { receivedAt } = arrival
  if (receivedAt === undefined) return arrival
  return { ...arrival, earliest: receivedAt - began, latest: receivedAt - began }
}

function asSent(
  { exchange, marks, issued }: RecordedExchange,
  shown: Shown,
  began: number,
  nameOf: (digest: string) => string,
): Exchange {
  const { request, answer, startedAt, elapsedMs } = exchange
  // Where the platform did not refuse them, the recorder has left out what is missing.
  const isRefused = answer?.status === 401 || answer?.status === 403
  const { token, key } = sentCredentials(request.headers)
  const sent = {
    token: isRefused && shown.token ? token : 'own',
    key: isRefused && shown.key ? key : 'own',
  } as const
  const bearer = marks?.token === undefined ? {} : { bearer: nameOf(marks.token) }
  return {
    ...exchange,
    ...(issued !== undefined && { issues: nameOf(issued) }),
    targetMs: startedAt - began,
    // A browser writes no duration of a request that it gave up. Without an answer, nothing can be concluded from its end.
    elapsedMs: answer === undefined && elapsedMs >= UNKNOWN_MS ? 0 : elapsedMs,
    request: {
      ...request,
      ...(isUnknown(request) && { cut: true as const }),
      ...(exchange.operation !== 'token' && { credentials: { ...sent, ...bearer } }),
    },
  }
}

/** True where the recorder has left out the body, or all headers. */
function isUnknown({ method, headers, body }: Exchange['request']): boolean {
  const length = headerOf(headers, 'content-length')
  const hasBody = method === 'POST' || method === 'PUT'
  return headers.length === 0 || (hasBody && body === undefined && length !== '0')
}
