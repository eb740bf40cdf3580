import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { DeliverySpec } from '../../../../../../spec/delivery.ts'
import { statedBetween, timestampOf } from '../../../../vocabulary/attempts/moment.ts'
import { boundsOf } from '../../../../vocabulary/attempts/timing.ts'
import type { DeliveryClock } from '../../../../vocabulary/time/delivery-clock.ts'
import { runningOn } from './running-on.ts'

/** An answer that was meant to be given after seven seconds shows little where less than this was left to it; in milliseconds. */
const TELLING_MS = 5000

/** An answer that was given so shortly before the deadline may reach a busy platform after it; in milliseconds. */
const CROSSING_MS = 500

/** Reason why such an answer decides nothing. */
export const LATE = 'an attempt was so long on its way that its answer may have come too late'
/** Reason why an answer that was given too early decides nothing. */
export const EARLY = 'the test took too long to place the answer exactly'

/**
 * Says whether an answer that was meant to be in time may have come after the deadline. On a moved clock that also runs on by
 * itself, a slow transport of the attempt leaves less time. So does real time that passes before the answer. The platform then ends
 * the attempt at the deadline, and its timestamps show that.
 *
 * @param nextNumber number of the attempt that follows, from which its delay is known
 * @param all the attempts at the endpoints that answer so, whose times show whether the clock stands still
 * @param clock shows how long the attempt was on its way, by its timestamp
 */
export function mayHaveMissedDeadline(
  answered: Arrival | undefined,
  next: Arrival | undefined,
  nextNumber: number,
  delivery: DeliverySpec,
  all: readonly (readonly Arrival[])[],
  clock?: DeliveryClock,
): boolean {
  if (answered?.besideMs === undefined || next === undefined) return false
  const { deadline, attempts, tolerance } = delivery
  const { earliest, ended = earliest, openMs = 0 } = answered
  if (isOpenTooLong(answered, delivery)) return true
  // An answer may also cross the end of its attempt on the way.
  const sent = timestampOf(answered)?.least
  const byClock = clock === undefined || sent === undefined ? 0 : clock.latestEndOf(answered) - sent
  const mostMs = Math.max(ended - earliest + openMs, byClock)
  const isCrossing = mostMs >= deadline.ms - CROSSING_MS && runningOn(all.flat()) !== false
  if (answered.unanswered !== true && !isCrossing) return false
  const delayMs = attempts.find(({ number }) => number === nextNumber)?.delayMs ?? 0
  const { early, late } = boundsOf(delayMs, delivery, tolerance.late.ms)
  const afterMs = statedBetween(answered, next) ?? 0
  // The delay may count from the start of the attempt: then the next one follows at the deadline, or when it is due by then.
  const isFromStart = afterMs >= deadline.ms && afterMs <= Math.max(deadline.ms + late - delayMs, late)
  return afterMs >= deadline.ms + early || (isCrossing && isFromStart)
}

/** Says whether an answer may have come too late for a deadline that goes by the machine, not by a moved clock. */
export const isOpenTooLong = ({ openMs = 0, besideMs }: Arrival, { deadline }: DeliverySpec): boolean =>
  besideMs !== undefined && openMs >= deadline.ms - CROSSING_MS

/**
 * Says whether an answer that was meant to come late came too early for a clock that stands still by itself. The real time for which the
 * clock was being moved counts for its delay, too.
 *
 * @param all the attempts at the endpoints that answer so, whose times show whether the clock stands still
 */
export function isEarly(answered: Arrival | undefined, all: readonly (readonly Arrival[])[]): boolean {
  if (answered?.besideMs === undefined || answered.ended === undefined) return false
  return answered.ended - answered.latest < TELLING_MS && runningOn(all.flat()) !== true
}
