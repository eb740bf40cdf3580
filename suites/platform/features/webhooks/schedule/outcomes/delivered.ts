import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../../../../conformance/scenario.ts'
import { cannotTell, cutOff, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { isNoCopy, withoutCopies } from '../../../../vocabulary/attempts/copies.ts'
import { unlessHeldUp } from '../../../../vocabulary/attempts/timing.ts'
import { breach } from '../../../../vocabulary/events/breach.ts'
import { deliveryClockOf } from '../../../../vocabulary/time/delivery-clock.ts'
import { tooFew } from '../../few-endpoints.ts'
import { EARLY, isEarly, LATE, mayHaveMissedDeadline } from './late-answer.ts'
import { LEFT_MS, type OutcomesTrace } from './trace.ts'
import { DELIVERED } from './ways.ts'

/** Later attempts that are no copies of the first one. */
function repeats(attempts: readonly Arrival[]): readonly Arrival[] {
  const [first, ...others] = attempts
  return first === undefined ? [] : others.filter((one) => isNoCopy(first, one))
}

/** Deliveries of which some are answered late, as far as they show whether that is in time. */
export type LateTrace = Pick<OutcomesTrace, 'attempts' | 'watchedMs' | 'heldUpMs'>

/** The first attempt and the first later one that is no copy of it, as far as they arrived. */
export const firstTwo = (attempts: readonly Arrival[]): readonly Arrival[] => [
  ...attempts.slice(0, 1),
  ...repeats(attempts).slice(0, 1),
]

/** Endpoints of each way: deliveries may repeat at random (R25), but hardly at both of them and nowhere else. */
const TWICE = 2

/** Judges that successes of these ways are not repeated. The other ways show if deliveries are repeated at random. */
export function notRepeated(
  { attempts, heldUpMs, watchedMs, refusal }: OutcomesTrace,
  ...ways: readonly string[]
): Verdict {
  const at = (way: string) => (attempts[way] ?? []).filter((one) => one.length > 0)
  const isRepeated = (way: string) => at(way).every((one) => repeats(one).length > 0)
  if (attempts.ok === undefined && refusal !== undefined) return tooFew(refusal)
  if (at('ok').length === 0) return cutOff('nothing at all arrived at the receiver')
  if (ways.some((way) => attempts[way] !== undefined && at(way).length === 0))
    return cutOff('an event did not arrive')
  const known = ways.filter((way) => at(way).length === TWICE)
  if (known.length === 0) return tooFew(refusal)
  const isSporadic = Object.keys(DELIVERED).some(
    (way) => (way === 'ok' || !isRepeated(way)) && at(way).some((one) => repeats(one).length > 0),
  )
  if (isSporadic) return cannotTell('deliveries repeat now and then')
  const [again] = known.filter(isRepeated)
  const repeat = again === undefined ? undefined : at(again).flatMap(repeats)[0]
  const verdict =
    repeat === undefined
      ? passed(`watched for ${watchedMs} ms at ${known.length * TWICE} endpoints`)
      : breach(repeat, 'no further attempt', `another one after ${again}`, 'attempts')
  return unlessHeldUp(heldUpMs, LEFT_MS, verdict)
}

/** Judges an answer shortly before the deadline. */
export function answeredInTime(trace: OutcomesTrace, { spec: { delivery }, arrivals }: Facts<Spec>): Verdict {
  const pairs = (trace.attempts['seven-seconds'] ?? []).map(firstTwo)
  const clock = deliveryClockOf(arrivals ?? pairs.flat())
  const isLate = pairs.some(([first, next]) => mayHaveMissedDeadline(first, next, 2, delivery, pairs, clock))
  if (isLate) return cannotTell(LATE)
  const verdict = notRepeated(trace, 'seven-seconds')
  return verdict.kind === 'passed' && pairs.some(([first]) => isEarly(first, pairs))
    ? cannotTell(EARLY)
    : verdict
}

/**
 * Judges that the deadline of an attempt is the stated one, whichever number it has. Deliveries may repeat now and then (R25). So only a
 * repeat at all endpoints of a way counts.
 *
 * @param failures number of failed attempts before it
 */
export function deliveredLater(
  { attempts, heldUpMs, watchedMs }: LateTrace,
  way: string,
  failures: number,
  { spec: { delivery }, arrivals }: Facts<Spec>,
): Verdict {
  const all = (attempts[way] ?? []).map(withoutCopies).filter((own) => own.length > failures)
  if (all.length < TWICE) return cannotTell('too few attempts were answered late')
  if ((attempts.ok ?? []).some((one) => repeats(one).length > 0))
    return cannotTell('deliveries repeat now and then')
  const clock = deliveryClockOf(arrivals ?? all.flat())
  const isLate = all.some((own) => {
    const [late, next] = own.slice(failures)
    return mayHaveMissedDeadline(late, next, failures + 2, delivery, all, clock)
  })
  if (isLate) return cannotTell(LATE)
  // A copy that starts before the answer is legal.
  const after = all.map((own) => own.slice(failures + 1).filter((one) => one.latest > endOf(own[failures])))
  const repeated = after.filter((some) => some.length > 0).length
  if (repeated > 0 && repeated < all.length) return cannotTell('deliveries repeat now and then')
  const [further] = after.flat()
  if (further === undefined && all.some((own) => isEarly(own[failures], all))) return cannotTell(EARLY)
  const verdict =
    further === undefined
      ? passed(`watched for ${watchedMs} ms at ${all.length} endpoints`)
      : breach(further, 'no further attempt', 'another one after an answer that took 7 s', 'attempts')
  return unlessHeldUp(heldUpMs, LEFT_MS, verdict)
}

/** When the answer to an attempt was over; its arrival where that is not known. */
const endOf = (attempt: Arrival | undefined): number => attempt?.ended ?? attempt?.latest ?? 0
