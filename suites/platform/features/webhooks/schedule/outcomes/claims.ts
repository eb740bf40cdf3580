import { isDeepStrictEqual } from 'node:util'
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
import { withoutCopies } from '../../../../vocabulary/attempts/copies.ts'
import { statedBetween } from '../../../../vocabulary/attempts/moment.ts'
import { between, leastAfterDeadline } from '../../../../vocabulary/attempts/timing.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { breach } from '../../../../vocabulary/events/breach.ts'
import { allowed, decide, shown } from '../../../../vocabulary/time/decide.ts'
import { deliveryClockOf } from '../../../../vocabulary/time/delivery-clock.ts'
import { tooFew } from '../../few-endpoints.ts'
import { attemptClaims, ofItsType } from '../attempt-claims.ts'
import { answeredInTime, deliveredLater, firstTwo, notRepeated } from './delivered.ts'
import { givenUpInTime } from './given-up.ts'
import type { OutcomesTrace } from './trace.ts'
import {
  FAILED_LATER,
  FAILURES,
  FURTHER_2XX,
  LATER,
  NOT_DELIVERED,
  OTHER_CLIENT_ERRORS,
  OTHER_SERVER_ERRORS,
  ok,
  successAfter,
  wayOf,
} from './ways.ts'

const REDIRECTS = FAILURES.redirects.map(wayOf)

export const outcomeClaims: readonly Claim<OutcomesTrace, Spec>[] = [
  claim('delivery-any-2xx-is-success', (trace) => notRepeated(trace, ...FURTHER_2XX.map(String))),
  claim('answer-at-7-seconds-is-success', answeredInTime),
  ...Object.entries(LATER).map(([way, failures]) =>
    claim<OutcomesTrace>(
      'answer-at-7-seconds-is-success',
      (trace, facts) => deliveredLater(trace, way, failures, facts),
      `at attempt ${failures + 1}`,
    ),
  ),
  claim('delivery-status-line-decides', (trace) => notRepeated(trace, 'dripping')),
  claim('delivery-status-line-decides', (trace) => notRepeated(trace, 'megabyte'), 'of a megabyte'),
  claim('delivery-redirect-is-failure', (trace, { spec }) => repeated(trace, spec, ...REDIRECTS)),
  claim('delivery-redirect-is-not-followed', notFollowed),
  claim('delivery-client-error-is-failure', (trace, { spec }) =>
    repeated(trace, spec, ...FAILURES.clientErrors.map(wayOf)),
  ),
  claim('delivery-server-error-is-failure', (trace, { spec }) =>
    repeated(trace, spec, ...FAILURES.serverErrors.map(wayOf)),
  ),
  claim('delivery-reset-is-failure', (trace, { spec }) => repeated(trace, spec, 'reset')),
  claim(
    'delivery-reset-is-failure',
    (trace, { spec }) => repeated(trace, spec, 'reset-at-a-repeat'),
    'at attempt 2',
  ),
  claim('delivery-refusal-is-failure', takenLater),
  claim('delivery-silence-is-failure', (trace, { spec }) => repeated(trace, spec, 'silence')),
  claim(
    'delivery-silence-is-failure',
    (trace, { spec }) => repeated(trace, spec, 'silence-at-a-repeat'),
    'at attempt 2',
  ),
  claim('answer-at-9-seconds-is-failure', (trace, { spec }) => repeated(trace, spec, 'nine-seconds')),
  claim(
    'answer-at-9-seconds-is-failure',
    (trace, { spec }) => repeated(trace, spec, 'dripping-status-line'),
    'whose status line drips',
  ),
  claim(
    'answer-at-9-seconds-is-failure',
    (trace, { spec }) => givenUpInTime(trace, spec.delivery.deadline.ms),
    'by the moved clock',
  ),
  claim('retry-waits-for-the-deadline', waited),
  claim('observe-retry-delay-base', ({ attempts }) => {
    const [first, second] = firstTwo(attempts.silence?.[0] ?? [])
    return first === undefined || second === undefined
      ? cannotTell('a silent attempt was not repeated')
      : observed(
          `the attempt after a silent one came ${Math.round((statedBetween(first, second) ?? second.latest - first.latest) / 100) / 10} s after its start`,
        )
  }),
  ...attemptClaims<OutcomesTrace>(
    ({ attempts }) => Object.keys(NOT_DELIVERED).flatMap((way) => attempts[way] ?? []),
    'after failures of every kind',
  ),
]

/** Makes the claims on how events of another type are delivered: deadline, successes and failures are the same for every type. */
export const otherTypeClaims = (name: string): readonly Claim<OutcomesTrace, Spec>[] =>
  claimsOnOther(name).map((one) => ({
    ...one,
    judge: (trace, facts) => ofItsType(Object.values(trace.attempts).flat(2), one.judge(trace, facts)),
  }))

function claimsOnOther(name: string): readonly Claim<OutcomesTrace, Spec>[] {
  const failing = (requirement: string, ...ways: readonly string[]): Claim<OutcomesTrace, Spec> =>
    claim(requirement, (trace, { spec }) => repeated(trace, spec, ...ways), name)
  return [
    claim('delivery-any-2xx-is-success', (trace) => notRepeated(trace, '204'), name),
    claim('answer-at-7-seconds-is-success', answeredInTime, name),
    failing('answer-at-9-seconds-is-failure', 'nine-seconds'),
    claim(
      'answer-at-9-seconds-is-failure',
      (trace, { spec }) => givenUpInTime(trace, spec.delivery.deadline.ms),
      `${name}, by the moved clock`,
    ),
    failing('delivery-silence-is-failure', 'silence'),
    failing('delivery-server-error-is-failure', OTHER_SERVER_ERRORS),
    failing('delivery-client-error-is-failure', ...OTHER_CLIENT_ERRORS),
    claim('retry-waits-for-the-deadline', waited, name),
  ]
}

/** Says whether an attempt got an answer that ends the script of a way: copies of attempts may have used up its failures. */
const isLast = ({ answered }: Arrival, way: string): boolean =>
  [ok, successAfter(way)].some((end) => isDeepStrictEqual(answered, end))

/** Judges that each failure of these ways is followed by another attempt, until one gets a 2xx. */
function repeated(
  { attempts, foreignDeliveries, watchedMs, refusal }: OutcomesTrace,
  { delivery: { breaker } }: Spec,
  ...ways: readonly string[]
): Verdict {
  const known = ways.filter((way) => attempts[way] !== undefined)
  if (known.length === 0) return tooFew(refusal)
  const verdict = all(
    known.map((way) => {
      const every = attempts[way]?.flat() ?? []
      const own = withoutCopies(every)
      const last = own.at(-1)
      if (last === undefined) return cutOff('the event did not arrive')
      const failures = NOT_DELIVERED[way]?.length ?? 0
      if (own.length > failures || own.some((one) => isLast(one, way))) return passed()
      if (Object.hasOwn(FAILED_LATER, way) && own.length < failures)
        return cannotTell('the attempt that was to fail in this way did not come')
      // Copies of failed attempts may count for the breaker, too.
      if (every.length >= breaker.failures) return cannotTell('copies may have opened the breaker')
      const { answered } = last
      const what = failures > 1 && answered.kind === 'answer' ? `a ${answered.status}` : way
      return breach(last, `another attempt after ${what}`, `none within ${watchedMs} ms`, 'attempts')
    }),
  )
  return verdict.kind === 'failed' && foreignDeliveries > 0
    ? cutOff(
        `${foreignDeliveries} deliveries about quotes of others failed too and may have opened the breaker`,
      )
    : verdict
}

/** Judges that an attempt which found no listener is repeated, and arrives when there is one. */
function takenLater({ attempts, closedStatus, watchedMs }: OutcomesTrace): Verdict {
  const late = attempts['nobody-listening']?.[0]
  if (late === undefined) return cannotTell('the receiver has no second address that the target could reach')
  if ((attempts.ok ?? []).flat().length === 0) return cutOff('nothing at all arrived at the receiver')
  // A breaker that counts attempts may have opened: that also shows that refused connections count as failures.
  if (late.length === 0 && closedStatus === 'disabled') return passed('the refusals took it out of service')
  return late.length > 0
    ? passed()
    : failed({
        expected: 'another attempt after refused connections',
        observed: `none within ${watchedMs} ms`,
        at: 'attempts',
        absence: true,
      })
}

function notFollowed({ attempts, trapped, refusal }: OutcomesTrace): Verdict {
  const [first] = trapped
  if (first !== undefined)
    return breach(first, 'no request to the target of a redirect', first.method, 'location')
  const known = REDIRECTS.filter((way) => attempts[way] !== undefined)
  if (known.length === 0) return tooFew(refusal)
  const arrived = known.every((way) => attempts[way]?.some((one) => one.length > 0))
  return arrived ? passed() : cutOff('the event did not arrive')
}

function waited({ attempts }: OutcomesTrace, { spec: { delivery }, arrivals }: Facts<Spec>): Verdict {
  const own = attempts.silence?.[0] ?? []
  const [first, second] = firstTwo(own)
  if (first === undefined || second === undefined) return cannotTell('a silent attempt was not repeated')
  const span = between({ attempt: first, copies: [] }, second, delivery, deliveryClockOf(arrivals ?? own))
  const bounds = { early: leastAfterDeadline(delivery), late: Number.POSITIVE_INFINITY }
  const text = `the next attempt came ${shown(span)} after its start; allowed ${allowed(bounds)}`
  return decide(span, bounds, text, () =>
    breach(second, `no attempt before ${bounds.early} ms are over`, shown(span), 'time'),
  )
}
