import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../../conformance/scenario.ts'
import { all, cannotTell, observed, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import type { RetryTrace } from '../../../../vocabulary/attempts/retry-trace.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { type Logged, logClaims } from '../../delivery-log/claims.ts'
import { calledFailed } from '../../delivery-log/failed-for-good.ts'

/** Claims that one retry schedule alone needs. Statements judge the times of attempts, wherever they are made (8.retry, R25). */
export function baseRetryClaims(): readonly Claim<RetryTrace, Spec>[] {
  return [
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
