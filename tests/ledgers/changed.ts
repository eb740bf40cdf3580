import type { Arrival } from '../../conformance/ports/webhooks.ts'
import type { Facts } from '../../conformance/scenario.ts'
import type { Spec } from '../../spec/spec.ts'
import type { PlatformStandingClaim } from '../../suites/platform/vocabulary/context.ts'
import { eventIdOf } from '../../suites/platform/vocabulary/events/event.ts'

type Ledger = Facts<Spec>

/** Ways to change a ledger in one event. A moved one came before everything that was sent in the ten seconds before it. */
export const CHANGES = {
  lost: ({ arrivals = [], ...rest }: Ledger, one: Arrival): Ledger => ({
    ...rest,
    arrivals: arrivals.filter((other) => eventIdOf(other) !== eventIdOf(one)),
  }),
  doubled: ({ arrivals = [], ...rest }: Ledger, one: Arrival): Ledger => ({
    ...rest,
    arrivals: [...arrivals, { ...one, id: `${one.id} doubled`, headers: withId(one, `${eventIdOf(one)}-2`) }],
  }),
  moved: ({ arrivals = [], ...rest }: Ledger, one: Arrival): Ledger => {
    const earlier = one.earliest - MOVED_MS
    const before = rest.exchanges.findLast(({ targetMs }) => targetMs <= earlier)
    const receivedAt = before?.startedAt ?? rest.exchanges[0]?.startedAt ?? 0
    const moved = { ...one, earliest: earlier, latest: earlier, receivedAt }
    return { ...rest, arrivals: arrivals.map((other) => (other === one ? moved : other)) }
  },
} as const satisfies Record<string, (ledger: Ledger, one: Arrival) => Ledger>

export type Change = keyof typeof CHANGES

const MOVED_MS = 10_000

const withId = ({ headers }: Arrival, id: string): Arrival['headers'] =>
  headers.map(([name, value]) => [name, name === 'event-id' ? id : value])

/** The requirements whose statements fail on a ledger. */
export const failingOn = (ledger: Ledger, statements: readonly PlatformStandingClaim[]): readonly string[] =>
  statements.flatMap((one) => (one.judge(ledger)?.kind === 'failed' ? [one.requirement] : []))
