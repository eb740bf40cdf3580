import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { Claim, Facts } from '../../../../../../conformance/scenario.ts'
import {
  all,
  cannotTell,
  cutOff,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import {
  delayBefore,
  mayHaveBeenOut,
  type RetryTrace,
  retryStepsOf,
} from '../../../../vocabulary/attempts/retry-trace.ts'
import { between, boundsAfter, boundsOf, inBounds } from '../../../../vocabulary/attempts/timing.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { eventIdOf } from '../../../../vocabulary/events/event.ts'
import { deliveryClockOf } from '../../../../vocabulary/time/delivery-clock.ts'
import { type Logged, logClaims } from '../../delivery-log/claims.ts'
import { calledFailed } from '../../delivery-log/failed-for-good.ts'
import { attemptClaims, ofItsType } from '../attempt-claims.ts'
import { staysGivenUp } from './day-after.ts'
import { furtherAttempt } from './further.ts'
import { beyond, eventTimes, isAtOnce, latenessOf, roundedLateness, statedLateness } from './lateness.ts'

/**
 * Makes the claims on the attempts to deliver one event to an endpoint that always fails (8.retry, R24, R25,
 * R27).
 */
export function retryClaims(spec: Spec, name?: string): readonly Claim<RetryTrace, Spec>[] {
  const onAttempts = (requirement: string, judge: (trace: RetryTrace, facts: Facts<Spec>) => Verdict) =>
    claim<RetryTrace>(requirement, (trace, facts) => ofItsType(trace.attempts, judge(trace, facts)), name)
  return [
    ...spec.delivery.attempts.map(({ number }) =>
      onAttempts(`retry-attempt-${number}`, (trace, facts) =>
        number === 1 ? atOnce(trace, facts) : retryStepOrAgain(trace, number, facts),
      ),
    ),
    onAttempts('retry-ends-after-ten', noFurther),
    ...attemptClaims<RetryTrace>(({ attempts }) => [attempts], name),
  ]
}

/** The same claims, and those that one retry schedule alone needs. */
export function baseRetryClaims(spec: Spec): readonly Claim<RetryTrace, Spec>[] {
  return [
    ...retryClaims(spec),
    claim(
      'retry-attempt-1',
      (trace, facts) => ofItsType(trace.attempts, atOnceBeside(trace, facts)),
      'while another is repeated',
    ),
    claim(
      'retry-ends-after-ten',
      (trace, facts) => ofItsType(trace.attempts, staysGivenUp(trace, facts)),
      'within a day after the last one',
    ),
    claim('payload-kept-over-attempts', bodyOverAttempts),
    claim('observe-breaker-reading', ({ afterFive }) =>
      observed(
        afterFive === undefined
          ? 'the operator cannot say whether the endpoint is in service'
          : afterFive === 'disabled'
            ? 'each failed attempt counts: the endpoint is out of service after five'
            : 'failed attempts do not count by themselves',
      ),
    ),
    claim('weak-spot-ladder-against-breaker', ({ afterFive }) =>
      observed(
        `five failures come within 15 seconds; the endpoint is then ${afterFive ?? 'in an unknown state'}`,
      ),
    ),
    claim('weak-spot-late-last-attempt', lastAttempt),
    ...logClaims<RetryTrace>(logged, 'after ten attempts'),
    claim('delivery-log-calls-it-failed', (trace, facts) => {
      const seen = logged(trace)
      if ('kind' in seen) return seen
      return all(seen.map((one) => calledFailed(one, facts.spec.delivery.attempts.length)))
    }),
  ]
}

/** The attempts and the log after the retry schedule's end. */
function logged({ attempts, log }: RetryTrace): readonly Logged[] | Verdict {
  return log === undefined
    ? cannotTell('no operator action delivery_log in the profile', 'operator.delivery_log')
    : [{ arrivals: attempts, log }]
}

/** Judges that the first attempt follows the event's own timestamp at once, within the slack. */
function atOnce(trace: RetryTrace, { spec, arrivals }: Facts<Spec>): Verdict {
  const [attempt] = trace.attempts
  if (attempt === undefined) return cutOff('nothing at all arrived at the receiver')
  const lateness = latenessOf(trace, attempt, eventTimes(arrivals ?? trace.attempts))
  if (lateness === undefined) return cannotTell('a time of the platform cannot be read')
  return isAtOnce(attempt, lateness, boundsOf(0, spec.delivery, trace.slackMs).late, trace.heldUpMs)
}

/**
 * Judges that the first attempt at another event does not wait for repeats. It compares the platform's own timestamps, since a
 * moved clock may take large steps between two repeats.
 */
function atOnceBeside(
  { attempts, beside = [], slackMs, heldUpMs }: RetryTrace,
  { spec: { delivery }, arrivals = [...attempts, ...beside] }: Facts<Spec>,
): Verdict {
  const [failed] = attempts
  const byEvent = Map.groupBy(beside, (one) => eventIdOf(one) ?? '').values()
  const firsts = [...byEvent].flatMap(([first]) =>
    first === undefined || failed === undefined || first.latest < failed.earliest ? [] : [first],
  )
  if (firsts.length === 0) return cannotTell('no other event came while attempts were repeated')
  const times = eventTimes(arrivals)
  const usual = failed && roundedLateness(failed, times)
  const { late } = boundsOf(0, delivery, slackMs)
  return all(
    firsts.map((first) => {
      const lateness = (usual === undefined ? statedLateness : roundedLateness)(first, times)
      if (lateness === undefined) return cannotTell('times of the platform cannot be compared')
      // The very first attempt shows the usual difference: it had nothing to wait for.
      const seen = usual === undefined ? lateness : beyond(lateness, usual)
      return isAtOnce(first, seen, late, heldUpMs)
    }),
  )
}

/** Says whether a time was not measured closely enough. */
export const isUnsure = (verdict: Verdict): boolean =>
  verdict.kind === 'cannot-tell' && verdict.measured !== undefined

/** Judges an attempt of the retry schedule. Where its time decides nothing, the schedule that was measured again decides. */
function retryStepOrAgain(trace: RetryTrace, number: number, facts: Facts<Spec>): Verdict {
  const verdict = retryStep(trace, number, facts)
  return isUnsure(verdict) && trace.again !== undefined ? retryStep(trace.again, number, facts) : verdict
}

/** Judges that an attempt of the retry schedule is neither early nor late, within the precision of its time. */
export function retryStep(trace: RetryTrace, number: number, { spec, arrivals }: Facts<Spec>): Verdict {
  if (trace.attempts.length === 0) return cutOff('nothing at all arrived at the receiver')
  const { delivery } = spec
  const clock = deliveryClockOf(arrivals ?? trace.attempts)
  const retrySteps = retryStepsOf(trace, delivery, clock)
  const [previous, own] = [retrySteps[number - 2], retrySteps[number - 1]]
  const delayMs = delayBefore(number, delivery)
  // A 2xx after the deadline fails the attempt, so a 2xx ends the retry schedule only as its last answer.
  const answered = retrySteps.at(-1)?.attempt.answered
  const isTaken = answered?.kind === 'answer' && answered.status < 300
  if (own === undefined && isTaken) return cannotTell('the attempt before it was answered with success')
  if (own === undefined) return missing(trace, retrySteps.length, number, delayMs)
  if (previous === undefined) return cannotTell('the attempt before it did not arrive')
  const bounds = boundsAfter(previous.attempt, delayMs, delivery, trace.slackMs)
  return inBounds(own.attempt, between(previous, own.attempt, delivery, clock), bounds, trace.heldUpMs)
}

function missing(trace: RetryTrace, came: number, number: number, delayMs: number): Verdict {
  const { attempts, silenceMs, foreignDeliveries } = trace
  // Only the first missing attempt is a breach; those after it were never due.
  if (came < number - 1) return cannotTell(`attempt ${came + 1} did not come`)
  const mayBeOut = mayHaveBeenOut(trace, came)
  if (attempts.length >= 5 && mayBeOut)
    return cannotTell('the breaker may have ended the retry schedule', 'operator.enable_endpoint')
  if (foreignDeliveries > 0 && mayBeOut)
    return cutOff(`${foreignDeliveries} failed attempts about quotes of others may have moved the breaker`)
  return failed({
    expected: `attempt ${number} after ${delayMs} ms`,
    observed: `${came} attempts in all; watched for ${silenceMs} ms after the last one`,
    at: 'attempts',
    cause: { expected: 'an attempt at each of its times', observed: 'it did not come' },
  })
}

function noFurther(trace: RetryTrace, { spec: { delivery }, arrivals }: Facts<Spec>): Verdict {
  const { heldUpMs, silenceMs } = trace
  const most = delivery.attempts.length
  const retrySteps = retryStepsOf(trace, delivery, deliveryClockOf(arrivals ?? trace.attempts))
  if (retrySteps.length < most) return cannotTell(`only ${retrySteps.length} attempts arrived`)
  const further = retrySteps[most]
  if (further === undefined) return passed(`watched for ${silenceMs} ms`)
  return furtherAttempt(further.attempt, most, heldUpMs)
}

function bodyOverAttempts({ attempts }: RetryTrace): Verdict {
  const bodies = new Set(attempts.map(({ bodySha256 }) => bodySha256))
  if (attempts.length < 2) return cannotTell('there were no two attempts')
  return observed(
    bodies.size === 1
      ? 'all attempts have the same bytes'
      : `${attempts.length} attempts have ${bodies.size} different bodies`,
  )
}

function lastAttempt({ attempts }: RetryTrace): Verdict {
  const [first, last]: readonly (Arrival | undefined)[] = [attempts[0], attempts.at(-1)]
  if (first === undefined || last === undefined) return cannotTell('no attempt arrived')
  return observed(
    `the last attempt came ${Math.round((last.latest - first.latest) / 1000)} s after the first`,
  )
}
