import type { Claim } from '../../../../../../conformance/scenario.ts'
import { cannotTell, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { Delivery } from '../../../../../../spec/delivery.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { rung } from '../ladder/claims.ts'
import type { BreakerTrace, OutOfService } from './trace.ts'

/** The repeats that fail whatever the breaker counts: a fifth failed attempt may open it again. */
const REPEATS = [2, 3, 4] as const

/** Attempts to deliver to an endpoint that was taken back into service follow each other as before (8.retry, R25). */
export const ladderAfterwards: readonly Claim<BreakerTrace, Spec>[] = REPEATS.map((number) =>
  claim(
    `retry-attempt-${number}`,
    ({ outOfService }, { spec }) =>
      outOfService === undefined
        ? cannotTell('the endpoint was not taken out of service')
        : rungAfterwards(outOfService, number, spec.delivery),
    'after the endpoint was enabled again',
  ),
)

function rungAfterwards(
  { afterwards, slackMs, heldUpMs }: OutOfService,
  number: number,
  delivery: Delivery,
): Verdict {
  if (afterwards.length === 0) return cannotTell('no event came after it was enabled')
  return rung(
    { attempts: afterwards, slackMs, heldUpMs, silenceMs: 0, foreignDeliveries: 0 },
    number,
    delivery,
  )
}
