import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { quoteIdOf, stateOf } from '../vocabulary/quotes/record.ts'

/** All exchanges about one quote, in the order in which they were sent. */
export interface History {
  readonly quoteId: string
  readonly exchanges: readonly Exchange[]
}

/** Two different states that two successive reads of a quote showed. */
export interface StateChange {
  readonly quoteId: string
  readonly from: string
  readonly to: string
  readonly seen: Exchange
  /** True when an update was or may have been accepted before. */
  readonly updated: boolean
  /** True when a bind was or may have been accepted before. */
  readonly bound: boolean
}

/** Sorts a scenario's exchanges by quote. */
export const historiesOf = onceFor((exchanges: readonly Exchange[]): readonly History[] => {
  const byQuote = new Map<string, Exchange[]>()
  for (const exchange of exchanges) {
    const id = exchange.quoteId ?? quoteIdOf(exchange)
    if (id === undefined) continue
    const known = byQuote.get(id)
    if (known === undefined) byQuote.set(id, [exchange])
    else known.push(exchange)
  }
  return [...byQuote].map(([quoteId, seen]) => ({ quoteId, exchanges: seen }))
})

const BELOW_ZERO = /"(?:revenue|agg_limit|retention)"\s*:\s*"?\s*-/

/** Ids of quotes for which an amount below zero was submitted, as a number or as a text. */
export const belowZero = onceFor((exchanges: readonly Exchange[]): ReadonlySet<string | undefined> => {
  const odd = exchanges.filter(
    ({ operation, request }) => operation === 'submit' && BELOW_ZERO.test(request.body ?? ''),
  )
  return new Set(odd.flatMap((exchange) => quoteIdOf(exchange) ?? []))
})

/** Lists the observed state changes of a quote. */
export function stateChangesOf({ quoteId, exchanges }: History): readonly StateChange[] {
  const changes: StateChange[] = []
  let from: string | undefined
  let updated = false
  let bound = false
  for (const exchange of exchanges) {
    // A request without an answer, or with a 5xx, may have been carried out all the same.
    const mayHaveHappened =
      succeeded(exchange) || exchange.answer === undefined || exchange.answer.status >= 500
    if (exchange.operation === 'update' && mayHaveHappened) updated = true
    if (exchange.operation === 'bind' && mayHaveHappened) bound = true
    const to = stateOf(exchange)
    if (to === undefined) continue
    if (from !== undefined && from !== to) changes.push({ quoteId, from, to, seen: exchange, updated, bound })
    from = to
  }
  return changes
}
