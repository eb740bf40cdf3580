import type { ContractDelivery } from '../../conformance/contract.ts'
import type { Arrival, ScriptedAnswer } from '../../conformance/ports/webhooks.ts'
import type { RunRecord } from '../record.ts'

/** Times in milliseconds. */
export interface AttemptView {
  readonly number: number
  /** When it arrived, since the first attempt. */
  readonly atMs: number
  /** How long after the attempt before it ended: it lies between the two, since a moved clock hides the exact moment. */
  readonly waited?: { readonly leastMs: number; readonly mostMs: number }
  /** The rung: the stated delay and the band in which it is right. */
  readonly rung?: {
    readonly delayMs: number
    readonly earliestMs: number
    readonly latestMs: number
    readonly requirement?: string
  }
  readonly place?: 'within' | 'early' | 'late'
  readonly answered: string
  readonly signedWith: string
}

/** One event on its way to one endpoint. */
export interface DeliveryView {
  readonly scenario: string
  readonly type: string
  readonly eventId: string
  readonly attempts: readonly AttemptView[]
}

export interface DeliveriesView {
  /** Events that took more than one attempt. */
  readonly repeated: readonly DeliveryView[]
  /** How many more of those there are. */
  readonly more: number
  /** Events that took one. */
  readonly once: readonly { readonly type: string; readonly times: number }[]
}

const mostDeliveries = 100

/** Every delivery that reached the suite's receiver, attempt by attempt against the ladder. */
export function deliveriesView(
  { scenarios }: Pick<RunRecord, 'scenarios'>,
  delivery: ContractDelivery | undefined,
): DeliveriesView | undefined {
  const all = scenarios.flatMap(({ scenario, arrivals }) =>
    [...Map.groupBy(arrivals, (arrival) => `${endpointOf(arrival)} ${eventIdOf(arrival)}`).values()].map(
      (attempts): DeliveryView => ({
        scenario,
        type: typeOf(attempts[0]),
        eventId: eventIdOf(attempts[0]) ?? 'without an Event-ID',
        attempts: attempts.map((attempt, index) => attemptView(attempts, attempt, index, delivery)),
      }),
    ),
  )
  if (all.length === 0) return undefined
  const repeated = all
    .filter(({ attempts }) => attempts.length > 1)
    .toSorted((one, other) => other.attempts.length - one.attempts.length)
  const single = Map.groupBy(
    all.filter(({ attempts }) => attempts.length === 1),
    ({ type }) => type,
  )
  return {
    repeated: repeated.slice(0, mostDeliveries),
    more: Math.max(0, repeated.length - mostDeliveries),
    once: [...single].map(([type, group]) => ({ type, times: group.length })),
  }
}

function attemptView(
  attempts: readonly Arrival[],
  attempt: Arrival,
  index: number,
  delivery: ContractDelivery | undefined,
): AttemptView {
  const [first, previous] = [attempts[0] ?? attempt, attempts[index - 1]]
  const common = {
    number: index + 1,
    atMs: Math.round(attempt.latest - first.latest),
    answered: wordsOf(attempt.answered),
    signedWith: attempt.signature.signedWith,
  }
  if (previous === undefined) return common
  const waited = {
    leastMs: Math.max(0, Math.round(attempt.earliest - (previous.ended ?? previous.latest))),
    mostMs: Math.round(attempt.latest - previous.earliest),
  }
  const stated = delivery?.attempts[index]
  if (delivery === undefined || stated === undefined) return { ...common, waited }
  const { delayMs, requirement } = stated
  const earliestMs = delayMs - Math.max(delayMs * delivery.early.ratio, delivery.early.ms)
  const latestMs = delayMs + Math.max(delayMs * delivery.late.ratio, delivery.late.ms)
  const place = waited.mostMs < earliestMs ? 'early' : waited.leastMs > latestMs ? 'late' : 'within'
  const rung = { delayMs, earliestMs, latestMs, ...(requirement === undefined ? {} : { requirement }) }
  return { ...common, waited, rung, place }
}

const endpointOf = ({ id }: Arrival): string => id.slice(0, id.lastIndexOf('#'))

const eventIdOf = (arrival: Arrival | undefined): string | undefined =>
  arrival?.headers.find(([name]) => name === 'event-id')?.[1]

function typeOf(arrival: Arrival | undefined): string {
  try {
    const { type } = JSON.parse(arrival?.body ?? '') as { type?: unknown }
    return typeof type === 'string' ? type : 'unknown'
  } catch {
    return 'unknown'
  }
}

function wordsOf(answered: ScriptedAnswer): string {
  if (answered.kind === 'silence') return 'nothing'
  if (answered.kind === 'reset') return 'reset'
  return `${answered.status}${answered.delayMs === undefined ? '' : ` after ${answered.delayMs} ms`}`
}
