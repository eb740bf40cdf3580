import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import { all, cannotTell, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Delivery } from '../../../../../spec/delivery.ts'
import { beyond, statedLateness } from './ladder/lateness.ts'
import { boundsOf, inBounds } from './timing.ts'

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
export function eachAtOnce({ firsts, slackMs, heldUpMs }: Firsts, delivery: Delivery): Verdict {
  const bounds = { early: Number.NEGATIVE_INFINITY, late: boundsOf(0, delivery, slackMs).late }
  const spans = firsts.flatMap((attempt) => statedLateness(attempt) ?? [])
  const [usual] = spans.toSorted((one, other) => one.most - other.most)
  if (usual === undefined || spans.length < firsts.length)
    return cannotTell('times of the platform cannot be compared')
  return all(
    firsts.map((attempt, place) =>
      inBounds(attempt, beyond(spans[place] ?? usual, usual), bounds, heldUpMs, 'the timestamp of the event'),
    ),
  )
}
