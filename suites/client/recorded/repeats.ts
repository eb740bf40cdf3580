import type { Exchange } from '../../../conformance/exchange.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import { requestedQuoteId, stateInAnswer } from '../vocabulary/requests.ts'
import { hasEventBetween } from './events.ts'
import { DOUBT_MS, endMsOf } from './readers.ts'
import { callerOf, clientsIn } from './senders.ts'

/** Repeats come within this time. Later ones may be those of a person, or of a client that was started again. */
const REPEATS_WITHIN_MS = 30_000

export type Series = readonly [Exchange, ...Exchange[]]

/** Nobody knows of two requests whether they are the same, where the body of one was not recorded. */
const isKnown = ({ request: { method, headers, body, cut } }: Exchange): boolean => {
  if (cut === true) return false
  const mayHaveBody = method === 'POST' || method === 'PUT'
  return !mayHaveBody || body !== undefined || headers.some(([name, value]) => isNoLength(name, value))
}

const isNoLength = (name: string, value: string): boolean => name === 'content-length' && value === '0'

/** Groups of requests that are the same, with one sender each. */
const alike = (
  exchanges: readonly Exchange[],
  senderOf: (one: Exchange) => string,
): readonly (readonly Exchange[])[] => {
  const sent = exchanges.filter(
    (one) => one.operation !== 'token' && one.operation !== 'operator' && isKnown(one),
  )
  const keyOf = (one: Exchange): string =>
    JSON.stringify([one.operation, one.quoteId?.toLowerCase(), one.request.body, senderOf(one)])
  return [...Map.groupBy(sent, keyOf).values()]
}

const ofClients = onceFor((exchanges: readonly Exchange[]) => alike(exchanges, clientsIn(exchanges)))
const ofCallers = onceFor((exchanges: readonly Exchange[]) => alike(exchanges, callerOf))

/**
 * The same request again and again, for as long as its answers are of one kind. The answer to the last one may be another. A series ends
 * where the client got to know something about the quote, and where its requests overlap.
 *
 * @param by a client may renew its token in between; a caller sends one token, since each start of a program may fetch one
 */
export const repeatsIn = (
  ledger: Ledger,
  met: (exchange: Exchange) => boolean,
  by: 'client' | 'caller',
): readonly Series[] =>
  (by === 'client' ? ofClients : ofCallers)(ledger.exchanges).flatMap((same) => seriesOf(same, ledger, met))

/**
 * Requests that are tried again while answers are of one kind. Programs may submit the same quote again on purpose, at any pace. So
 * submissions count only where they end with a success, and no other is near.
 */
export const retriesIn = (ledger: Ledger, met: (exchange: Exchange) => boolean): readonly Series[] =>
  ofClients(ledger.exchanges).flatMap((same) =>
    seriesOf(same, ledger, met).filter(
      (series) => series[0].operation !== 'submit' || (isTaken(series) && hasNoneNear(series, same)),
    ),
  )

const isTaken = (series: Series): boolean => {
  const { status = 0 } = series.at(-1)?.answer ?? {}
  return status >= 200 && status < 300
}

/** True where no request before or after a series is the same. */
function hasNoneNear(series: Series, same: readonly Exchange[]): boolean {
  const [first, last] = [series[0], series.at(-1) ?? series[0]]
  const from = first.targetMs - REPEATS_WITHIN_MS
  const to = endMsOf(last) + REPEATS_WITHIN_MS
  return !same.some((one) => !series.includes(one) && one.targetMs >= from && one.targetMs <= to)
}

function seriesOf(
  same: readonly Exchange[],
  ledger: Ledger,
  met: (exchange: Exchange) => boolean,
): readonly Series[] {
  const series: [Exchange, ...Exchange[]][] = []
  let last: Exchange | undefined
  for (const one of same) {
    const goesOn =
      last !== undefined &&
      met(last) &&
      one.targetMs >= endMsOf(last) - DOUBT_MS &&
      one.targetMs - endMsOf(last) <= REPEATS_WITHIN_MS &&
      !hasEventBetween(last, one, ledger) &&
      !isAnsweredBetween(last, one, ledger)
    if (goesOn) series.at(-1)?.push(one)
    else if (met(one)) series.push([one])
    last = one
  }
  return series
}

/** By quote, the requests whose answers showed its state. */
const telling = onceFor((exchanges: readonly Exchange[]) =>
  Map.groupBy(
    exchanges.filter((one) => stateInAnswer(one) !== undefined),
    requestedQuoteId,
  ),
)

/** True where another answer showed a state of the quote between two requests about it. */
function isAnsweredBetween(one: Exchange, other: Exchange, { exchanges }: Ledger): boolean {
  const quote = requestedQuoteId(other)
  const about = quote === undefined ? [] : (telling(exchanges).get(quote) ?? [])
  return about.some(
    (between) =>
      between !== one &&
      between !== other &&
      one.targetMs <= endMsOf(between) &&
      between.targetMs <= other.targetMs,
  )
}
