import type { SeenDelivery } from '../../conformance/views.ts'
import type { RunRecord } from '../record.ts'

/** The attempts for one event at one endpoint, and the scenario in which it was sent. */
export interface DrawnDelivery extends SeenDelivery {
  readonly scenario: string
}

export interface DeliveriesDrawing {
  /** Events that needed more than one attempt. */
  readonly repeated: readonly DrawnDelivery[]
  /** The number of further events of that kind. */
  readonly more: number
  /** Events that needed one attempt, by type. */
  readonly once: readonly { readonly type: string; readonly times: number }[]
}

const MOST_DELIVERIES = 100

const isWrong = ({ attempts }: SeenDelivery): boolean =>
  attempts.some(({ place }) => place === 'early' || place === 'late')

/** The number of its attempts that have bounds. */
const placedOf = ({ attempts }: SeenDelivery): number =>
  attempts.filter(({ place }) => place !== undefined).length

/** The uncertainty of its attempts' times, in milliseconds. */
const doubtOf = ({ attempts }: SeenDelivery): number =>
  attempts.reduce((sum, { waited }) => sum + (waited === undefined ? 0 : waited.mostMs - waited.leastMs), 0)

/**
 * Draws every delivery that reached the suite; undefined where none did. Late or early ones come first, then those with the
 * most attempts. Among these, deliveries with more judged attempts and with exact times come first.
 */
export function deliveriesDrawing({
  scenarios,
}: Pick<RunRecord, 'scenarios'>): DeliveriesDrawing | undefined {
  const all = scenarios.flatMap(({ scenario, views }) =>
    (views?.deliveries ?? []).map((delivery) => ({ scenario, ...delivery })),
  )
  if (all.length === 0) return undefined
  const repeated = all
    .filter(({ attempts }) => attempts.length > 1)
    .toSorted(
      (one, other) =>
        Number(isWrong(other)) - Number(isWrong(one)) ||
        other.attempts.length - one.attempts.length ||
        placedOf(other) - placedOf(one) ||
        doubtOf(one) - doubtOf(other),
    )
  const single = Map.groupBy(
    all.filter(({ attempts }) => attempts.length === 1),
    ({ type }) => type,
  )
  return {
    repeated: repeated.slice(0, MOST_DELIVERIES),
    more: Math.max(0, repeated.length - MOST_DELIVERIES),
    once: [...single].map(([type, group]) => ({ type, times: group.length })),
  }
}
