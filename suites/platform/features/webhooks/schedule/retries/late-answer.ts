import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../../../../conformance/scenario.ts'
import { cannotTell, cutOff, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { mayHaveBeenOut, type RetryTrace, retryStepsOf } from '../../../../vocabulary/attempts/retry-trace.ts'
import { ranOut } from '../../../../vocabulary/attempts/timing.ts'
import { breach } from '../../../../vocabulary/events/breach.ts'
import { deliveryClockOf } from '../../../../vocabulary/time/delivery-clock.ts'

/** Judges that a repeat whose 2xx comes after the deadline has failed: another attempt must follow it (8, R26). */
export function lateAnswerFails(trace: RetryTrace, { spec: { delivery }, arrivals }: Facts<Spec>): Verdict {
  const attempts = retryStepsOf(trace, delivery, deliveryClockOf(arrivals ?? trace.attempts)).map(
    ({ attempt }) => attempt,
  )
  const isLate = (one: Arrival) => one.answered.kind === 'answer' && ranOut(one, delivery)
  const late = attempts.findLast(isLate)
  if (late === undefined) return cannotTell('no repeat was answered late')
  // Earlier late answers were followed by this attempt.
  if (attempts.at(-1) !== late) return passed()
  const { foreignDeliveries, silenceMs } = trace
  if (mayHaveBeenOut(trace, attempts.length))
    return cannotTell('the breaker may have ended the retry schedule', 'operator.enable_endpoint')
  if (foreignDeliveries > 0)
    return cutOff(`${foreignDeliveries} failed attempts about quotes of others may have moved the breaker`)
  return breach(
    late,
    `another attempt after an answer beyond ${delivery.deadline.ms} ms`,
    `none within ${silenceMs} ms`,
    'attempts',
  )
}
