import { readIso } from '../../../../conformance/iso-time.ts'
import { onceFor } from '../../../../conformance/once.ts'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { deliveryHeader, eventIn } from '../events/event.ts'
import { at } from '../judge/json.ts'
import type { Span } from '../time/span.ts'
import { momentOf, roundingOf } from '../time/stated.ts'

/** The `Timestamp` of an attempt. */
export const timestampOf = (arrival: Arrival): Span | undefined =>
  momentOf(deliveryHeader(arrival, 'timestamp'))

/** Difference of two attempts' timestamps, in milliseconds; rounded times count as written. */
export function statedBetween(from: Arrival, to: Arrival): number | undefined {
  const [first, second] = [timestampOf(from), timestampOf(to)]
  return first === undefined || second === undefined
    ? undefined
    : (second.least + second.most - first.least - first.most) / 2
}

const inBody = (arrival: Arrival): unknown => at(eventIn(arrival), '/timestamp')

/** The `timestamp` in an event's body, which may be rounded by so many milliseconds. */
export const eventTimeOf = (arrival: Arrival, rounding?: number): Span | undefined =>
  momentOf(inBody(arrival), rounding)

/** How far the times of some events may be rounded, in milliseconds. */
export const eventRounding = onceFor((arrivals: readonly Arrival[]): number =>
  roundingOf(arrivals.map(inBody)),
)

/** Says whether both times of a delivery, or neither, have a zone: only then can they be compared. */
export function hasComparableTimes(arrival: Arrival): boolean {
  const [header, body] = [deliveryHeader(arrival, 'timestamp'), inBody(arrival)].map(readIso)
  return header?.zoned === body?.zoned
}
