import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Spec } from '../../../spec/spec.ts'
import { isAboutQuotes } from '../features/webhooks/conditions/claims.ts'
import { deliveriesTogether } from '../features/webhooks/deliveries-together.ts'
import { eachDelivery } from '../features/webhooks/delivery.ts'
import type { StepVerdict } from './step-verdict.ts'
import type { JourneyTrace, ReceivedEvents } from './trace.ts'

/** Requirements that journeys do not judge: a journey may be too short to show the platform's clock. */
const BY_THE_CLOCK: readonly string[] = [
  'delivery-timestamp-by-the-platform-clock',
  'payload-timestamp-in-its-time',
]

type Arrived = { readonly arrivals: readonly Arrival[] }

/** Claims on deliveries that journeys judge as well. */
export const deliveryClaims = onceFor((spec: Spec) => [
  ...eachDelivery<Arrived>(spec, ({ arrivals }) => arrivals).filter(
    ({ requirement }) => isAboutQuotes(requirement, spec) && !BY_THE_CLOCK.includes(requirement),
  ),
  ...deliveriesTogether<Arrived>(({ arrivals }) => arrivals),
])

/** Judges signature, headers and payload of every delivery, for each endpoint separately (6.headers, 6.payload, 6.signature). */
export function ofEveryDelivery(
  { exchanges }: JourneyTrace,
  { own, other = [] }: ReceivedEvents,
  spec: Spec,
): readonly StepVerdict[] {
  return [own, other].flatMap((arrivals) =>
    deliveryClaims(spec)
      .map(({ requirement, judge }) => ({ requirement, verdict: judge({ arrivals }, { spec, exchanges }) }))
      .filter(({ verdict }) => verdict.kind === 'passed' || verdict.kind === 'failed'),
  )
}
