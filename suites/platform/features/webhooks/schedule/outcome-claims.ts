import { isDeepStrictEqual } from 'node:util'
import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../conformance/scenario.ts'
import {
  all,
  cannotTell,
  cutOff,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { claim } from '../../../vocabulary/context.ts'
import { breach } from '../delivery.ts'
import type { OutcomesTrace } from './outcomes.ts'
import { COPY_MS, unlessHeldUp, withoutCopies } from './timing.ts'
import { DELIVERED, FAILURES, FURTHER_2XX, NOT_DELIVERED, ok, wayOf } from './ways.ts'

const REDIRECTS = FAILURES.redirects.map(wayOf)

export const outcomeClaims: readonly Claim<OutcomesTrace, Spec>[] = [
  claim('delivery-any-2xx-is-success', (trace) => delivered(trace, ...FURTHER_2XX.map(String))),
  claim('answer-at-7-seconds-is-success', (trace) => delivered(trace, 'seven-seconds')),
  claim('delivery-status-line-decides', (trace) => delivered(trace, 'dripping')),
  claim('delivery-redirect-is-failure', (trace) => repeated(trace, ...REDIRECTS)),
  claim('delivery-redirect-is-not-followed', notFollowed),
  claim('delivery-client-error-is-failure', (trace) => repeated(trace, ...FAILURES.clientErrors.map(wayOf))),
  claim('delivery-server-error-is-failure', (trace) => repeated(trace, ...FAILURES.serverErrors.map(wayOf))),
  claim('delivery-reset-is-failure', (trace) => repeated(trace, 'reset')),
  claim('delivery-refusal-is-failure', (trace) => repeated(trace, 'refusal')),
  claim('delivery-silence-is-failure', (trace) => repeated(trace, 'silence')),
  claim('answer-at-9-seconds-is-failure', (trace) => repeated(trace, 'nine-seconds')),
  claim('retry-waits-for-the-deadline', (trace, { spec }) => waited(trace, spec.delivery.deadline.ms)),
  claim('observe-retry-delay-base', ({ attempts }) => {
    const [first, second] = attempts.silence?.[0] ?? []
    return first === undefined || second === undefined
      ? cannotTell('a silent attempt was not repeated')
      : observed(
          `the attempt after a silent one came about ${Math.round((second.latest - first.latest) / 100) / 10} s after its start`,
        )
  }),
  claim('retry-ends-with-success', endsWithSuccess),
  claim('retry-not-after-every-success', notAfterEach),
]

/** What answers in time leave until the deadline: longer, and the suite itself may have missed it. */
const LEFT_MS = 500

/** Attempts that followed the first one as a repeat, not as a copy of it. */
function repeats(attempts: readonly Arrival[]): readonly Arrival[] {
  const [first, ...others] = attempts
  return first === undefined ? [] : others.filter((one) => one.earliest - first.latest >= COPY_MS)
}

/** Deliveries may repeat now and then (R25), hardly at both endpoints of a way and nowhere else. */
const TWICE = 2

/** Ways that are a success at the first attempt; all others show whether deliveries are repeated anyhow. */
function delivered({ attempts, heldUpMs, watchedMs }: OutcomesTrace, ...ways: readonly string[]): Verdict {
  const at = (way: string) => (attempts[way] ?? []).filter((one) => one.length > 0)
  const isRepeated = (way: string) => at(way).every((one) => repeats(one).length > 0)
  if (at('ok').length === 0) return cutOff('nothing at all arrived at the receiver')
  if (ways.some((way) => attempts[way] !== undefined && at(way).length === 0))
    return cutOff('an event did not arrive')
  const known = ways.filter((way) => at(way).length === TWICE)
  if (known.length === 0) return cannotTell('the target registered too few endpoints')
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

/** What every way ends with. */
const isLast = ({ answered }: Arrival): boolean => isDeepStrictEqual(answered, ok)

/** Ways that are failures: each of them is followed by another attempt, until one gets its 200. */
function repeated(
  { attempts, foreignDeliveries, watchedMs }: OutcomesTrace,
  ...ways: readonly string[]
): Verdict {
  const known = ways.filter((way) => attempts[way] !== undefined)
  if (known.length === 0) return cannotTell('the target registered too few endpoints')
  const verdict = all(
    known.map((way) => {
      const own = attempts[way]?.flat() ?? []
      const last = own.at(-1)
      if (last === undefined) return cutOff('the event did not arrive')
      const failures = NOT_DELIVERED[way]?.length ?? 0
      const { answered } = last
      const what = failures > 1 && answered.kind === 'answer' ? `a ${answered.status}` : way
      return own.length > failures || own.some(isLast)
        ? passed()
        : breach(last, `another attempt after ${what}`, `none within ${watchedMs} ms`, 'attempts')
    }),
  )
  return verdict.kind === 'failed' && foreignDeliveries > 0
    ? cutOff(
        `${foreignDeliveries} deliveries about quotes of others failed too and may have opened the breaker`,
      )
    : verdict
}

function notFollowed({ attempts, trapped }: OutcomesTrace): Verdict {
  const [first] = trapped
  if (first !== undefined) return breach(first, 'nothing where a redirect leads', first.method, 'location')
  const known = REDIRECTS.filter((way) => attempts[way] !== undefined)
  if (known.length === 0) return cannotTell('the target registered too few endpoints')
  const arrived = known.every((way) => attempts[way]?.some((one) => one.length > 0))
  return arrived ? passed() : cutOff('the event did not arrive')
}

function waited({ attempts }: OutcomesTrace, deadlineMs: number): Verdict {
  const [first, second] = attempts.silence?.[0] ?? []
  if (first === undefined || second === undefined) return cannotTell('a silent attempt was not repeated')
  if (repeats([first, second]).length === 0) return cannotTell('a copy set out beside the silent attempt')
  const [least, most] = [second.earliest - first.latest, second.latest - first.earliest]
  const seen = `${Math.round(Math.max(0, least))} to ${Math.round(most)} ms`
  return most >= deadlineMs
    ? passed(`the next attempt came ${seen} after its start; allowed from ${deadlineMs} ms`)
    : breach(second, `no attempt before ${deadlineMs} ms are over`, seen, 'time')
}

/** What set out after the first success of each endpoint of some ways. */
function copies({ attempts }: OutcomesTrace, ways: readonly string[]): readonly (Arrival | undefined)[] {
  return ways.flatMap((way) =>
    (attempts[way] ?? []).flatMap((arrivals) => {
      // Of an event that was sent twice at once one delivery may have succeeded and the other not.
      if (withoutCopies(arrivals).length < arrivals.length) return []
      const success = arrivals.find((one, place) => isSuccess(one) && (place > 0 || way !== 'nine-seconds'))
      return success === undefined
        ? []
        : [arrivals.find((one) => one.earliest > answeredAt(success) + COPY_MS)]
    }),
  )
}

export const isSuccess = ({ answered }: Arrival): boolean =>
  answered.kind === 'answer' && answered.status >= 200 && answered.status < 300

const answeredAt = ({ latest, answered }: Arrival): number =>
  latest + (answered.kind === 'answer' ? (answered.delayMs ?? 0) : 0)

function endsWithSuccess(trace: OutcomesTrace): Verdict {
  const { refusal: _, ...others } = trace.attempts
  const after = copies(trace, Object.keys(others))
  if (after.length === 0) return cannotTell('no delivery succeeded alone')
  const [copy] = after.filter((one) => one !== undefined)
  const verdict =
    copy === undefined
      ? passed(`${after.length} successes`)
      : breach(copy, 'no attempt after a 2xx', 'another one', 'attempts')
  return unlessHeldUp(trace.heldUpMs, LEFT_MS, verdict)
}

function notAfterEach(trace: OutcomesTrace): Verdict {
  // Whoever repeats everything once or twice leaves alone what was repeated anyhow.
  const after = copies(trace, Object.keys(DELIVERED))
  if (after.length < 3) return cannotTell('too few deliveries succeeded alone')
  const verdict = after.every((one) => one !== undefined)
    ? failed({ expected: 'an end after a 2xx', observed: `a copy after each of ${after.length} successes` })
    : passed()
  return unlessHeldUp(trace.heldUpMs, LEFT_MS, verdict)
}
