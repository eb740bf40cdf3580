import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { Claim, Facts } from '../../../../../../conformance/scenario.ts'
import { all, cannotTell, cutOff, observed, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import type { RetryTrace } from '../../../../vocabulary/attempts/retry-trace.ts'
import { boundsOf } from '../../../../vocabulary/attempts/timing.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { eventIdOf } from '../../../../vocabulary/events/event.ts'
import { type Logged, logClaims } from '../../delivery-log/claims.ts'
import { calledFailed } from '../../delivery-log/failed-for-good.ts'
import { ofItsType } from '../of-its-type.ts'
import { beyond, eventTimes, isAtOnce, latenessOf, roundedLateness, statedLateness } from './lateness.ts'

/** Makes the claim on the first attempt at an event. Statements judge the others, wherever they are made (8.retry, R25). */
export const firstAttemptClaims = (name?: string): readonly Claim<RetryTrace, Spec>[] => [
  claim('retry-attempt-1', (trace, facts) => ofItsType(trace.attempts, atOnce(trace, facts)), name),
]

/** The same claim, and those that one retry schedule alone needs. */
export function baseRetryClaims(): readonly Claim<RetryTrace, Spec>[] {
  return [
    ...firstAttemptClaims(),
    claim(
      'retry-attempt-1',
      (trace, facts) => ofItsType(trace.attempts, atOnceBeside(trace, facts)),
      'while another is repeated',
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
