import type { Claim } from '../../../../conformance/scenario.ts'
import {
  cannotTell,
  cutOff,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import type { Arrival } from '../../../../conformance/webhooks.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim } from '../../context.ts'
import { breach } from '../delivery.ts'
import { type OutcomesTrace, WATCH_MS, type Way } from './outcomes.ts'
import { COPY_MS, unlessHeldUp, withoutCopies } from './timing.ts'

export const outcomeClaims: readonly Claim<OutcomesTrace, Spec>[] = [
  claim('delivery-any-2xx-is-success', (trace) => delivered(trace, 'created', 'accepted', 'empty')),
  claim('answer-at-7-seconds-is-success', (trace) => delivered(trace, 'seven-seconds')),
  claim('delivery-status-line-decides', (trace) => delivered(trace, 'dripping')),
  claim('delivery-redirect-is-failure', (trace) => repeated(trace, 'redirect')),
  claim('delivery-redirect-is-not-followed', notFollowed),
  claim('delivery-client-error-is-failure', (trace) => repeated(trace, 'client-error')),
  claim('delivery-server-error-is-failure', (trace) => repeated(trace, 'server-error')),
  claim('delivery-reset-is-failure', (trace) => repeated(trace, 'reset')),
  claim('delivery-refusal-is-failure', (trace) => repeated(trace, 'refusal')),
  claim('delivery-silence-is-failure', (trace) => repeated(trace, 'silence')),
  claim('answer-at-9-seconds-is-failure', (trace) => repeated(trace, 'nine-seconds')),
  claim('retry-waits-for-the-deadline', (trace, { spec }) => waited(trace, spec.delivery.deadline.ms)),
  claim('observe-retry-delay-base', ({ attempts: { silence } }) => {
    const [first, second] = silence[0] ?? []
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

/** Ways that are a success at the first attempt; the plain 200 shows whether deliveries are repeated anyhow. */
function delivered({ attempts, heldUpMs }: OutcomesTrace, ...ways: readonly Way[]): Verdict {
  if (attempts.ok.every((one) => one.length === 0)) return cutOff('nothing at all arrived at the receiver')
  if (attempts.ok.every((one) => repeats(one).length > 0))
    return cannotTell('deliveries repeat after a 200 too')
  if (ways.some((way) => attempts[way].every((one) => one.length === 0)))
    return cutOff('an event did not arrive')
  const again = ways.flatMap((way) => {
    const [repeat] = attempts[way].map(repeats).map(([first]) => first)
    const each = attempts[way].filter((one) => one.length > 0).every((one) => repeats(one).length > 0)
    return each && repeat !== undefined ? [{ way, repeat }] : []
  })[0]
  const verdict =
    again === undefined
      ? passed(`watched for ${WATCH_MS} ms at ${ways.length * 2} endpoints`)
      : breach(again.repeat, 'no further attempt', `another one after ${again.way}`, 'attempts')
  return unlessHeldUp(heldUpMs, LEFT_MS, verdict)
}

function repeated({ attempts }: OutcomesTrace, way: Way): Verdict {
  const own = attempts[way].flat()
  if (own.length === 0) return cutOff('the event did not arrive')
  return own.length > 1
    ? passed()
    : failed({
        expected: `another attempt after ${way}`,
        observed: `none within ${WATCH_MS} ms`,
        at: 'attempts',
      })
}

function notFollowed({ attempts, trapped }: OutcomesTrace): Verdict {
  if (attempts.redirect.flat().length === 0) return cutOff('the event did not arrive')
  const [first] = trapped
  return first === undefined
    ? passed()
    : breach(first, 'nothing where a redirect leads', first.method, 'location')
}

function waited({ attempts: { silence } }: OutcomesTrace, deadlineMs: number): Verdict {
  const [first, second] = silence[0] ?? []
  if (first === undefined || second === undefined) return cannotTell('a silent attempt was not repeated')
  if (repeats([first, second]).length === 0) return cannotTell('a copy set out beside the silent attempt')
  const [least, most] = [second.earliest - first.latest, second.latest - first.earliest]
  const seen = `${Math.round(Math.max(0, least))} to ${Math.round(most)} ms`
  return most >= deadlineMs
    ? passed(`the next attempt came ${seen} after its start; allowed from ${deadlineMs} ms`)
    : breach(second, `no attempt before ${deadlineMs} ms are over`, seen, 'time')
}

/** What set out after the first success of each endpoint. */
function copies({ attempts }: OutcomesTrace): readonly (Arrival | undefined)[] {
  const { refusal: _, ...others } = attempts
  return Object.entries(others).flatMap(([way, endpoints]) =>
    endpoints.flatMap((arrivals) => {
      // Of an event that was sent twice at once one delivery may have succeeded and the other not.
      if (withoutCopies(arrivals).length < arrivals.length) return []
      const success = arrivals.find((one, place) => isSuccess(one) && (place > 0 || way !== 'nine-seconds'))
      return success === undefined
        ? []
        : [arrivals.find((one) => one.earliest > answeredAt(success) + COPY_MS)]
    }),
  )
}

const isSuccess = ({ answered }: Arrival): boolean =>
  answered.kind === 'answer' && answered.status >= 200 && answered.status < 300

const answeredAt = ({ latest, answered }: Arrival): number =>
  latest + (answered.kind === 'answer' ? (answered.delayMs ?? 0) : 0)

function endsWithSuccess(trace: OutcomesTrace): Verdict {
  const after = copies(trace)
  if (after.length === 0) return cannotTell('no delivery succeeded alone')
  const [copy] = after.filter((one) => one !== undefined)
  const verdict =
    copy === undefined
      ? passed(`${after.length} successes`)
      : breach(copy, 'no attempt after a 2xx', 'another one', 'attempts')
  return unlessHeldUp(trace.heldUpMs, LEFT_MS, verdict)
}

function notAfterEach(trace: OutcomesTrace): Verdict {
  const after = copies(trace)
  if (after.length < 3) return cannotTell('too few deliveries succeeded alone')
  const verdict = after.every((one) => one !== undefined)
    ? failed({ expected: 'an end after a 2xx', observed: `a copy after each of ${after.length} successes` })
    : passed()
  return unlessHeldUp(trace.heldUpMs, LEFT_MS, verdict)
}
