import { cannotTell, failed, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { withoutCopies } from '../../../../vocabulary/attempts/copies.ts'
import { heldUpOf, unlessHeldUp } from '../../../../vocabulary/attempts/timing.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import { eventIdOf } from '../../../../vocabulary/events/event.ts'
import { isOpenTooLong, LATE } from '../outcomes/late-answer.ts'
import type { Breaking } from './endpoints.ts'
import { SLOW_SUCCESS } from './openings.ts'
import type { SlowSuccess } from './trace.ts'

/** Time between the answer and the deadline, in milliseconds; in real time the suite itself may be delayed by more. */
const LEFT_MS = 1000

/** Reads the status of the slow endpoint after its late answers; undefined where there is no such endpoint. */
export async function readSlowSuccess({
  context,
  endpoints: { slow },
}: Breaking): Promise<SlowSuccess | undefined> {
  if (slow === undefined) return undefined
  const late = slow
    .arrivals()
    .filter(({ answered }) => answered.kind === 'answer' && answered.delayMs === SLOW_SUCCESS.delayMs)
  const ids = new Set(late.map(eventIdOf))
  const byEvent = Map.groupBy(
    slow.arrivals().filter((one) => ids.has(eventIdOf(one))),
    eventIdOf,
  )
  return {
    status: String(await statusOf(context, slow)),
    taken: late.length,
    isRepeated: [...byEvent.values()].some((attempts) => withoutCopies(attempts).length > 1),
    isTooLate: late.some((one) => isOpenTooLong(one, context.spec.delivery)),
    heldUpMs: heldUpOf(context.clock, context.webhooks),
  }
}

/** Judges that late answers within the deadline never open the breaker (8, R26). */
export function noFailure(
  { status, taken, isRepeated, isTooLate, heldUpMs }: SlowSuccess,
  { delivery: { breaker } }: Spec,
): Verdict {
  if (taken < breaker.failures) return cannotTell(`only ${taken} deliveries were answered late`)
  if (isRepeated) return cannotTell('a delivery that was answered late was repeated')
  if (status === 'enabled') return passed(`enabled after ${taken} deliveries that were answered late`)
  if (status !== 'disabled') return cannotTell(`the operator says ${status}`, 'operator.endpoint_status')
  if (isTooLate) return cannotTell(LATE)
  const expected = `enabled after ${taken} deliveries that were answered after 7 s`
  return unlessHeldUp(heldUpMs, LEFT_MS, failed({ expected, observed: status, at: 'endpoint status' }))
}
