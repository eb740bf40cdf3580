import type { Exchange } from '../../conformance/exchange.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import type { Facts } from '../../conformance/scenario.ts'
import type { Spec } from '../../spec/spec.ts'
import { isDone } from '../../suites/platform/ledger/endpoints.ts'
import { type QuoteSubject, quotesIn } from '../../suites/platform/ledger/quotes.ts'
import type { PlatformStandingClaim } from '../../suites/platform/vocabulary/context.ts'
import { eventIdOf, typeOf } from '../../suites/platform/vocabulary/events/event.ts'
import { stateOf } from '../../suites/platform/vocabulary/quotes/record.ts'

type Ledger = Facts<Spec>

/** An event of a ledger: its first delivery to one endpoint, and the quote that it is about. */
export interface EventOfQuote {
  readonly ledger: Ledger
  readonly arrival: Arrival
  readonly quote: QuoteSubject
}

/** Chooses one of several. */
export type Pick = <T>(all: readonly T[]) => T | undefined

/** Changes a ledger in one event; undefined where the ledger has no place for that. */
type Changing = (event: EventOfQuote, pick: Pick) => Ledger | undefined

/**
 * Ways to change a ledger in one event. An early one came before a request or an operator's action that it has to follow. A late one
 * came when the ledger ended.
 */
export const CHANGES = {
  lost: ({ ledger, arrival }) => withArrivals(ledger, (one) => (isSameEvent(one, arrival) ? [] : [one])),
  doubled: ({ ledger, arrival }) =>
    withArrivals(ledger, (one) =>
      one === arrival
        ? [one, { ...one, id: `${one.id} doubled`, headers: withId(one, `${eventIdOf(one)}-2`) }]
        : [one],
    ),
  early(event, pick) {
    const before = pick(followedBy(event))
    if (before === undefined) return undefined
    return moved(event, { suiteMs: before.startedAt - MOMENT_MS, targetMs: before.targetMs })
  },
  late: (event) => (event.ledger.until === undefined ? undefined : moved(event, event.ledger.until)),
} as const satisfies Record<string, Changing>

export type Change = keyof typeof CHANGES

/** Less than the suite's clock shows. */
const MOMENT_MS = 0.0005

/** The events of a ledger's own quotes, each at each endpoint. */
export const eventsOf = (ledger: Ledger): readonly EventOfQuote[] =>
  quotesIn(ledger).flatMap((quote) =>
    quote.endpoints.flatMap(({ about }) =>
      about
        .filter((one) => about.find((other) => isSameEvent(one, other)) === one)
        .map((arrival) => ({ ledger, arrival, quote })),
    ),
  )

const isSameEvent = (one: Arrival, other: Arrival): boolean =>
  one.endpoint === other.endpoint && eventIdOf(one) === eventIdOf(other)

const withArrivals = (
  { arrivals = [], ...rest }: Ledger,
  change: (one: Arrival) => readonly Arrival[],
): Ledger => ({ ...rest, arrivals: arrivals.flatMap(change) })

const moved = (
  { ledger, arrival }: EventOfQuote,
  { suiteMs, targetMs }: { readonly suiteMs: number; readonly targetMs: number },
): Ledger =>
  withArrivals(ledger, (one) =>
    one === arrival ? [{ ...one, earliest: targetMs, latest: targetMs, receivedAt: suiteMs }] : [one],
  )

const withId = ({ headers }: Arrival, id: string): Arrival['headers'] =>
  headers.map(([name, value]) => [name, name === 'event-id' ? id : value])

/** Finds what an event has to follow: reads of a state in which it cannot have come, the bind, the end of a hold. */
function followedBy({ arrival, quote }: EventOfQuote): readonly Exchange[] {
  const isPolicy = typeOf(arrival) === 'policy.created'
  const states = isPolicy ? ['ready_to_bind', 'bound'] : ['pending']
  const release = isPolicy ? 'release_issue' : 'release_rating'
  const { submitted } = quote.quote
  const requests = quote.requests.filter(
    (one) => states.includes(stateOf(one) ?? '') || (isPolicy && one.operation === 'bind'),
  )
  const releases = quote.actions.filter((one) => isDone(one) && one.action?.name === release)
  return [...requests, ...releases].filter(
    ({ startedAt }) => startedAt > submitted.startedAt && startedAt < (arrival.receivedAt ?? 0),
  )
}

/** The requirements whose statements fail on a ledger. */
export const failingOn = (ledger: Ledger, statements: readonly PlatformStandingClaim[]): readonly string[] =>
  statements.flatMap((one) => (one.judge(ledger)?.kind === 'failed' ? [one.requirement] : []))
