import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../../../../conformance/scenario.ts'
import { cannotTell, failed, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { mayCopy } from '../../../../vocabulary/attempts/copies.ts'
import { ranOut, unlessHeldUp } from '../../../../vocabulary/attempts/timing.ts'
import { breach } from '../../../../vocabulary/events/breach.ts'
import { isSuccess, type OutcomesTrace } from './trace.ts'
import { DELIVERED, FURTHER_AFTER_FAILURES, PROMPT } from './ways.ts'

/**
 * Least time in milliseconds from an answer in time to the deadline. With less, the suite itself may have
 * missed the deadline.
 */
export const LEFT_MS = 500

/** An attempt that was answered 2xx, and the first attempt that started after that answer, if any. */
interface Success {
  readonly way: string
  readonly arrival: Arrival
  readonly repeat: Arrival | undefined
}

const answeredAt = ({ latest, answered }: Arrival): number =>
  latest + (answered.kind === 'answer' ? (answered.delayMs ?? 0) : 0)

/** The first success at each endpoint that had one in time. An answer that the platform did not wait for is none to it. */
function successesOf({ attempts }: OutcomesTrace, { delivery }: Spec): readonly Success[] {
  return Object.entries(attempts).flatMap(([way, endpoints]) => {
    return endpoints.flatMap((arrivals) => {
      const arrival = arrivals.find(
        (one) => isSuccess(one) && one.unanswered !== true && !ranOut(one, delivery),
      )
      if (arrival === undefined) return []
      // A copy that starts beside an attempt is legal, answered or not (R25).
      const isAfter = (one: Arrival) => one.earliest >= answeredAt(arrival) && !mayCopy(arrival, one)
      return [{ way, arrival, repeat: arrivals.find(isAfter) }]
    })
  })
}

export function endsWithSuccess(trace: OutcomesTrace, { spec }: Facts<Spec>): Verdict {
  const successes = successesOf(trace, spec)
  if (successes.length === 0) return cannotTell('no delivery succeeded')
  const [repeat] = successes.flatMap((one) => one.repeat ?? [])
  const verdict =
    repeat === undefined
      ? passed(`${successes.length} successes`)
      : breach(repeat, 'no attempt after a 2xx', 'another one', 'attempts')
  return unlessHeldUp(trace.heldUpMs, LEFT_MS, verdict)
}

const codeOf = ({ answered }: Arrival): number | undefined =>
  answered.kind === 'answer' ? answered.status : undefined

/** Number of successes of a kind that must all be repeated before repeats are a breach (R25). */
const SEVERAL = 3

export function notAfterEach(trace: OutcomesTrace, { spec }: Facts<Spec>): Verdict {
  const successes = successesOf(trace, spec)
  // By kind, since a platform may repeat only after some successes: after first attempts, or after some codes.
  const kinds = {
    'at once': successes.filter(({ way }) => PROMPT.includes(way)),
    'at the first attempt': successes.filter(({ way }) => Object.hasOwn(DELIVERED, way)),
    'after a failure': successes.filter(({ way }) => !Object.hasOwn(DELIVERED, way)),
    'with a 200': successes.filter(
      ({ way, arrival }) => (way === 'ok' || !Object.hasOwn(DELIVERED, way)) && codeOf(arrival) === 200,
    ),
    ...Object.fromEntries(
      FURTHER_AFTER_FAILURES.map((code) => [
        `with a ${code} after a failure`,
        successes.filter(({ way, arrival }) => !Object.hasOwn(DELIVERED, way) && codeOf(arrival) === code),
      ]),
    ),
  }
  const known = Object.entries(kinds).filter(([, some]) => some.length >= SEVERAL)
  if (known.length === 0) return cannotTell('too few deliveries succeeded')
  const repeated = known.find(([, some]) => some.every(({ repeat }) => repeat !== undefined))
  const verdict =
    repeated === undefined
      ? passed()
      : failed({
          expected: 'an end after a 2xx',
          observed: `another attempt after each of ${repeated[1].length} successes ${repeated[0]}`,
          at: 'attempts',
          ...(repeated[1][0]?.repeat && { arrival: repeated[1][0].repeat.id }),
        })
  return unlessHeldUp(trace.heldUpMs, LEFT_MS, verdict)
}
