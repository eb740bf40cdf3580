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
import type { Delivery } from '../../../../../spec/delivery.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { claim } from '../../../vocabulary/context.ts'
import { breach } from '../delivery.ts'
import { eventIdOf, headerOf } from '../event.ts'
import { readIso } from '../iso.ts'
import type { LadderTrace } from './ladder.ts'
import { between, boundsOf, COPY_MS, inBounds } from './timing.ts'

/** What holds for the attempts to deliver one event to an endpoint that always fails (8.retry, R24, R25, R27). */
export function ladderClaims(spec: Spec): readonly Claim<LadderTrace, Spec>[] {
  return [
    ...spec.delivery.attempts.map(({ number }) =>
      claim<LadderTrace>(`retry-attempt-${number}`, (trace, facts) =>
        rung(trace, number, facts.spec.delivery),
      ),
    ),
    claim('retry-ends-after-ten', (trace, facts) => noFurther(trace, facts.spec.delivery.attempts.length)),
    claim('delivery-event-id-kept', (trace) => kept(trace, eventIdOf, 'event-id')),
    claim('payload-kept-over-attempts', bodyOverAttempts),
    claim('delivery-timestamp-of-the-attempt', timestampMovesOn),
    claim('signature-of-each-attempt', signedAnew),
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
  ]
}

/** One rung: not before its time and not after it, whatever the moved clock may hide. */
function rung(trace: LadderTrace, number: number, delivery: Delivery): Verdict {
  const { attempts, heldUpMs } = trace
  const [previous, attempt] = [attempts[number - 2], attempts[number - 1]]
  const delayMs = delivery.attempts[number - 1]?.delayMs ?? 0
  const bounds = boundsOf(delayMs, delivery, trace.slackMs)
  if (attempts.length === 0) return cutOff('nothing at all arrived at the receiver')
  if (number === 1 && attempt !== undefined) return atOnce(attempt, trace, bounds.late)
  if (attempt === undefined) return missing(trace, number, delayMs)
  if (previous === undefined) return cannotTell('the attempt before it did not arrive')
  return inBounds(attempt, between(previous, attempt), bounds, heldUpMs)
}

/** The first attempt follows the rating at once; how long a platform takes to tell is in the slack. */
function atOnce(attempt: Arrival, { ratedAt, heldUpMs }: LadderTrace, late: number): Verdict {
  const span = { least: attempt.earliest - ratedAt, most: attempt.latest - ratedAt }
  return inBounds(attempt, span, { early: Number.NEGATIVE_INFINITY, late }, heldUpMs)
}

function missing(
  { attempts, afterFive, silenceMs, foreignDeliveries }: LadderTrace,
  number: number,
  delayMs: number,
): Verdict {
  // What did not come is held against the first attempt that is missing; those after it were never due.
  if (attempts.length < number - 1) return cannotTell(`attempt ${attempts.length + 1} did not come`)
  if (number > 5 && afterFive !== 'enabled')
    return cannotTell('the breaker may have ended the ladder', 'operator.enable_endpoint')
  if (foreignDeliveries > 0 && afterFive !== 'enabled')
    return cutOff(`${foreignDeliveries} failed attempts about quotes of others may have moved the breaker`)
  return failed({
    expected: `attempt ${number} after ${delayMs} ms`,
    observed: `${attempts.length} attempts in all; watched for ${silenceMs} ms after the last one`,
    at: 'attempts',
  })
}

function noFurther({ attempts, silenceMs, heldUpMs }: LadderTrace, most: number): Verdict {
  if (attempts.length < most) return cannotTell(`only ${attempts.length} attempts arrived`)
  const further = attempts[most]
  if (further === undefined) return passed(`watched for ${silenceMs} ms`)
  // Held up for that long, a copy looks like an attempt of its own.
  if (heldUpMs >= COPY_MS)
    return cutOff(`the suite itself was held up for ${heldUpMs} ms and may have counted a copy`)
  return breach(further, `no attempt after the first ${most}`, `attempt ${most + 1}`, 'attempts')
}

function kept(
  { attempts }: LadderTrace,
  of: (attempt: Arrival) => string | undefined,
  where: string,
): Verdict {
  const [first, ...others] = attempts
  if (first === undefined || others.length === 0) return cannotTell('there were no two attempts')
  return all(
    others.map((one) =>
      of(one) === of(first) ? passed() : breach(one, String(of(first)), String(of(one)), where),
    ),
  )
}

function bodyOverAttempts({ attempts }: LadderTrace): Verdict {
  const bodies = new Set(attempts.map(({ bodySha256 }) => bodySha256))
  if (attempts.length < 2) return cannotTell('there were no two attempts')
  return observed(
    bodies.size === 1
      ? 'all attempts have the same bytes'
      : `${attempts.length} attempts have ${bodies.size} different bodies`,
  )
}

/** Long enough that a Timestamp in whole seconds has moved on, whatever it was rounded to. */
const SURELY_LATER_MS = 2000

/** Timestamps may be in whole seconds, so that the first attempts may share one; they never go back or stand still for long. */
function timestampMovesOn({ attempts }: LadderTrace): Verdict {
  const times = attempts.map((attempt) => readIso(headerOf(attempt, 'timestamp'))?.ms ?? Number.NaN)
  if (times.length < 2) return cannotTell('there were no two attempts')
  return all(
    attempts.slice(1).map((attempt, before) => {
      const previous = attempts[before]
      const moved = (times[before + 1] ?? Number.NaN) - (times[before] ?? Number.NaN)
      const least = previous === undefined ? 0 : attempt.earliest - previous.latest
      const wanted = least < SURELY_LATER_MS ? 0 : least / 2
      return moved >= wanted
        ? passed()
        : breach(
            attempt,
            `a Timestamp at least ${Math.round(wanted)} ms after that of the attempt before it`,
            `${moved} ms`,
            'timestamp',
          )
    }),
  )
}

function signedAnew({ attempts }: LadderTrace): Verdict {
  if (attempts.length < 2) return cannotTell('there were no two attempts')
  return all(
    attempts.map((attempt) =>
      attempt.signature.signedWith === 'none'
        ? breach(
            attempt,
            'a signature over its own Timestamp',
            attempt.signature.diagnosis ?? 'another value',
            'x-platform-signature',
          )
        : passed(),
    ),
  )
}

function lastAttempt({ attempts }: LadderTrace): Verdict {
  const [first, last] = [attempts[0], attempts.at(-1)]
  if (first === undefined || last === undefined) return cannotTell('no attempt arrived')
  return observed(
    `the last attempt came ${Math.round((last.latest - first.latest) / 1000)} s after the first`,
  )
}
