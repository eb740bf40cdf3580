import type { Exchange } from '../../../conformance/exchange.ts'
import { isRecorded, type Ledger, lacksRequests } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { quoteIdOf, stateOf } from '../vocabulary/quotes/record.ts'

/** All exchanges about one quote, in the order in which they were sent. */
export interface QuoteExchanges {
  readonly quoteId: string
  readonly exchanges: readonly Exchange[]
}

/** Two different states that two successive reads of a quote showed. */
export interface StateChange {
  readonly quoteId: string
  readonly from: string
  readonly to: string
  /** The two reads. */
  readonly before: Exchange
  readonly seen: Exchange
  /** True when an update was or may have been accepted before. */
  readonly updated: boolean
  /** True when a bind was or may have been accepted before. */
  readonly bound: boolean
  /** True where the quote may have been in further states in between, since reads of a recording may be far apart. */
  readonly sparse: boolean
}

/** Sorts a scenario's exchanges by quote. */
export const historiesOf = onceFor((exchanges: readonly Exchange[]): readonly QuoteExchanges[] => {
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

/** The actions of an operator, moves of the clock among them: few of all exchanges, and asked for often. */
export const actionsIn = onceFor((exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter(({ action }) => action !== undefined),
)

const BELOW_ZERO = /"(?:revenue|agg_limit|retention)"\s*:\s*"?\s*-/

/** Ids of quotes for which an amount below zero was submitted, as a number or as a text. */
const belowZero = onceFor((exchanges: readonly Exchange[]): ReadonlySet<string | undefined> => {
  const odd = exchanges.filter(
    ({ operation, request }) => operation === 'submit' && BELOW_ZERO.test(request.body ?? ''),
  )
  return new Set(odd.flatMap((exchange) => quoteIdOf(exchange) ?? []))
})

const submitted = onceFor(
  (exchanges: readonly Exchange[]): ReadonlySet<string | undefined> =>
    new Set(exchanges.flatMap((one) => (one.operation === 'submit' ? (quoteIdOf(one) ?? []) : []))),
)

/** Says whether an amount below zero may have been submitted for a quote: so it was, or its submission is missing. */
export function mayBeBelowZero(ledger: Pick<Ledger, 'exchanges' | 'whole'>, id: string | undefined): boolean {
  const isMissing = lacksRequests(ledger) && !submitted(ledger.exchanges).has(id)
  return isMissing || belowZero(ledger.exchanges).has(id)
}

/** A request without an answer, or with a 5xx, may have been carried out all the same. */
export const mayHaveSucceeded = (exchange: Exchange): boolean =>
  succeeded(exchange) || exchange.answer === undefined || exchange.answer.status >= 500

/** Lists the observed state changes of a quote. */
export function stateChangesOf(
  { quoteId, exchanges }: QuoteExchanges,
  ledger: Pick<Ledger, 'whole'> = {},
): readonly StateChange[] {
  const isMissing = lacksRequests(ledger)
  const sightings = exchanges.filter((exchange) => stateOf(exchange) !== undefined)
  return sightings.flatMap((seen, place): StateChange[] => {
    const before = lastBefore(sightings, place, ledger)
    const [from, to] = [before && stateOf(before), stateOf(seen)]
    if (before === undefined || from === undefined || to === undefined || from === to) return []
    const mayHave = (operation: Exchange['operation']) =>
      isMissing ||
      exchanges.some(
        (one) =>
          one.operation === operation && mayHaveSucceeded(one) && !isBefore(seen, one, ledger, exchanges),
      )
    const done = { updated: mayHave('update'), bound: mayHave('bind') }
    return [{ quoteId, from, to, before, seen, ...done, sparse: isRecorded(ledger) }]
  })
}

/** The last of some exchanges that ended before the one at a place began; undefined where none did. */
export function lastBefore(
  exchanges: readonly Exchange[],
  place: number,
  ledger: Pick<Ledger, 'whole'>,
): Exchange | undefined {
  const exchange = exchanges[place]
  for (let at = place - 1; exchange !== undefined && at >= 0; at -= 1) {
    const one = exchanges[at]
    if (one !== undefined && isBefore(one, exchange, ledger)) return one
  }
  return undefined
}

/**
 * Says whether one exchange ended before another began. Exchanges of a scenario are in that order. In a recording they may overlap,
 * and times are whole milliseconds.
 */
export function isBefore(
  one: Exchange,
  other: Exchange,
  ledger: Pick<Ledger, 'whole'>,
  inOrder?: readonly Exchange[],
): boolean {
  if (isRecorded(ledger))
    return fileOf(one) === fileOf(other) && one.startedAt + one.elapsedMs + 1 <= other.startedAt
  return inOrder === undefined || inOrder.indexOf(one) < inOrder.indexOf(other)
}

/** The file whose entry an exchange is, if it is one. The clocks of two files may differ. */
const fileOf = ({ id }: Exchange): string => /^(.*?) ?entry \d+/.exec(id)?.[1] ?? ''

/** The state that the last read of its quote showed before a request. A platform may check the state before the credentials. */
export function stateBefore(
  exchange: Exchange,
  { exchanges }: Pick<Ledger, 'exchanges'>,
): string | undefined {
  // Several may begin in one millisecond: their order tells which came first.
  const place = exchanges.indexOf(exchange)
  const shown = exchanges.findLast(
    (one, at) => at < place && one.quoteId === exchange.quoteId && stateOf(one) !== undefined,
  )
  return shown && stateOf(shown)
}
