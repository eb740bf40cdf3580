import type { Claim } from '../../../../../../conformance/scenario.ts'
import {
  cannotTell,
  cutOff,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { moved } from '../../../../statements/attempts.ts'
import { statedBetween } from '../../../../vocabulary/attempts/moment.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { breach } from '../../../../vocabulary/events/breach.ts'
import { tooFew } from '../../few-endpoints.ts'
import { ofItsType } from '../of-its-type.ts'
import { answeredInTime, deliveredLater, firstTwo, notRepeated } from './delivered.ts'
import { givenUpInTime } from './given-up.ts'
import type { OutcomesTrace } from './trace.ts'
import { CLOSED, FAILURES, FURTHER_2XX, LATER, SILENT, wayOf } from './ways.ts'

const REDIRECTS = FAILURES.redirects.map(wayOf)

/** Claims on first answers that end the attempts, and on what no series of attempts shows. Statements judge what follows failures. */
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
  claim('delivery-redirect-is-not-followed', notFollowed),
  claim('delivery-refusal-is-failure', takenLater),
  claim('delivery-timestamp-of-the-attempt', datedAnew, 'after refused connections'),
  ...Object.entries(SILENT).map(([way, failures]) =>
    claim<OutcomesTrace>(
      'answer-at-9-seconds-is-failure',
      (trace, { spec }) => givenUpInTime(trace, spec.delivery.deadline.ms, way, failures),
      `at attempt ${failures + 1}, by the moved clock`,
    ),
  ),
  claim('observe-retry-delay-base', ({ attempts }) => {
    const [first, second] = firstTwo(attempts.silence?.[0] ?? [])
    return first === undefined || second === undefined
      ? cannotTell('a silent attempt was not repeated')
      : observed(
          `the attempt after a silent one came ${Math.round((statedBetween(first, second) ?? second.latest - first.latest) / 100) / 10} s after its start`,
        )
  }),
]

/** Makes the claims on how events of another type are delivered: deadline and successes are the same for every type. */
export const otherTypeClaims = (name: string): readonly Claim<OutcomesTrace, Spec>[] =>
  [
    claim<OutcomesTrace>('delivery-any-2xx-is-success', (trace) => notRepeated(trace, '204'), name),
    claim('answer-at-7-seconds-is-success', answeredInTime, name),
    claim<OutcomesTrace>(
      'answer-at-9-seconds-is-failure',
      (trace, { spec }) => givenUpInTime(trace, spec.delivery.deadline.ms),
      `${name}, by the moved clock`,
    ),
  ].map((one) => ({
    ...one,
    judge: (trace, facts) => ofItsType(Object.values(trace.attempts).flat(2), one.judge(trace, facts)),
  }))

/** Judges that an attempt which found no listener is repeated, and arrives when there is one. */
function takenLater({ attempts, closedStatus, watchedMs }: OutcomesTrace): Verdict {
  const late = attempts[CLOSED]?.[0]
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

/**
 * Judges that an attempt after refused connections has a Timestamp of its own. Those before it were never seen, but the first attempts at
 * the same event elsewhere were made when the first of them was.
 */
function datedAnew({ attempts }: OutcomesTrace): Verdict {
  const [late, first] = [attempts[CLOSED]?.[0]?.[0], attempts.ok?.[0]?.[0]]
  if (late === undefined || first === undefined)
    return cannotTell('no attempt came after refused connections')
  return moved(first, late) ?? cannotTell('it came too soon to tell its time from that of the first attempt')
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
