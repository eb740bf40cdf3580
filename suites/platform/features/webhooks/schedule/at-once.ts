import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../../../conformance/scenario.ts'
import { all, cannotTell, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { beyond, eventTimes, isAtOnce, roundedLateness } from '../../../vocabulary/attempts/lateness.ts'
import { boundsOf } from '../../../vocabulary/attempts/timing.ts'

/** The first attempts at several events. */
export interface Firsts {
  readonly firsts: readonly Arrival[]
  readonly slackMs: number
  readonly heldUpMs: number
}

/**
 * Judges that each first attempt came at once after its event (8.retry, R25). The least late one shows the difference between the
 * platform's clocks.
 */
export function eachAtOnce(
  { firsts, slackMs, heldUpMs }: Firsts,
  { spec: { delivery }, arrivals = firsts }: Facts<Spec>,
): Verdict {
  const times = eventTimes(arrivals)
  const { late } = boundsOf(0, delivery, slackMs)
  const spans = firsts.flatMap((attempt) => roundedLateness(attempt, times) ?? [])
  const [usual] = spans.toSorted((one, other) => one.most - other.most)
  if (usual === undefined || spans.length < firsts.length)
    return cannotTell('times of the platform cannot be compared')
  return all(
    firsts.map((attempt, place) => isAtOnce(attempt, beyond(spans[place] ?? usual, usual), late, heldUpMs)),
  )
}
