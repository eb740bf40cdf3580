import { quoteNamedIn } from '../../../conformance/event-subject.ts'
import type { Exchange } from '../../../conformance/exchange.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { requestedQuoteId } from '../vocabulary/requests.ts'

/** By quote, the moments at which events about it came, in order. Those of events that may be about any are under `undefined`. */
const momentsIn = onceFor(
  (arrivals: readonly Arrival[]): ReadonlyMap<string | undefined, readonly number[]> =>
    new Map(
      [...Map.groupBy(arrivals, ({ body }) => quoteNamedIn(body))].map(([quote, some]) => [
        quote,
        some.map(({ latest }) => latest).toSorted((one, other) => one - other),
      ]),
    ),
)

/** True where an event that may be about a quote came between two requests about it. */
export const hasEventBetween = (one: Exchange, other: Exchange, { arrivals }: Ledger): boolean => {
  if (arrivals === undefined) return false
  const moments = momentsIn(arrivals)
  return [undefined, requestedQuoteId(other)].some((quote) => {
    const next = firstFrom(one.targetMs, moments.get(quote) ?? [])
    return next !== undefined && next <= other.targetMs
  })
}

/** The first of some moments in order that is not before a given one. */
function firstFrom(from: number, moments: readonly number[]): number | undefined {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((moments[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return moments[low]
}
