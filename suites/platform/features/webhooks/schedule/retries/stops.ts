import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { DeliverySpec } from '../../../../../../spec/delivery.ts'
import { boundsAfter, ranOut } from '../../../../vocabulary/attempts/timing.ts'

/** Moves after a due moment, in milliseconds: they double, since few platforms are late, and those only by a little. */
const LATE_STEP = { firstMs: 50, leastMs: 250, ofDelay: 0.05 }

/** Longer than the profile's slack, so that an attempt just beyond it is still seen coming. */
const AFTER_MS = 1000

/**
 * The moments at which a moved clock stops on its way to the next attempt, in target time. There is one shortly before and one
 * shortly after each moment at which the attempt may be due. So a punctual attempt falls into a short move. The same holds for the
 * bounds of what is allowed, so that any other attempt falls into a move on one side of them.
 *
 * @param delayMs the stated delay
 */
export function stopsAfter(
  previous: Arrival,
  delayMs: number,
  delivery: DeliverySpec,
  slackMs: number,
): readonly number[] {
  const { early, late } = boundsAfter(previous, delayMs, delivery, slackMs)
  const isOut = ranOut(previous, delivery)
  // The end of an attempt that misses its deadline is the deadline, or its start counts.
  const due = isOut ? [Math.max(delivery.deadline.ms, delayMs), delivery.deadline.ms + delayMs] : [delayMs]
  const start = previous.earliest
  const end = isOut ? previous.latest : Math.max(previous.latest, previous.ended ?? previous.latest)
  const around = [early, ...due, late].flatMap((ms) => [start + ms - 1, end + ms + 1])
  const last = end + late + AFTER_MS
  const most = Math.max(LATE_STEP.leastMs, delayMs * LATE_STEP.ofDelay)
  const afterwards: number[] = []
  let stepMs = LATE_STEP.firstMs
  for (let at = end + Math.max(...due) + stepMs; at < last; at += stepMs) {
    afterwards.push(at)
    stepMs = Math.min(most, 2 * stepMs)
  }
  return [...new Set([...around, ...afterwards, last])].sort((one, other) => one - other)
}
