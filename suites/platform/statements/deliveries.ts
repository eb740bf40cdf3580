import type { EntryKind } from '../../../conformance/ledger.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { breach } from '../features/webhooks/breach.ts'
import { deliveriesTogether, isKnown } from '../features/webhooks/deliveries-together.ts'
import { eventIn } from '../features/webhooks/event.ts'
import { endpointsIn, type WatchedEndpoint } from '../ledger/endpoints.ts'
import { isDelivery } from '../standing/deliveries.ts'
import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { at, show } from '../vocabulary/judge/json.ts'

/** Judges one endpoint of a ledger; undefined where it does not concern the statement. */
type JudgeEndpoint = (one: WatchedEndpoint, facts: Facts<Spec>) => Verdict | undefined

/** A statement about whose events come needs registrations: in a recording one path may serve several partners. */
const REGISTERED: readonly EntryKind[] = ['operator']

/** Makes a statement about every endpoint of every scenario. `relies` names the kinds of entries of which none may be missing. */
const ofEachEndpoint = (
  requirement: string,
  judge: JudgeEndpoint,
  relies: readonly EntryKind[],
): PlatformStandingClaim => ({
  requirement,
  shownIn: ['journeys/combined'],
  needs: [{ offers: 'webhooks' }],
  relies,
  judge(facts) {
    const verdicts = endpointsIn(facts).flatMap(
      (one) => judge({ ...one, arrivals: one.arrivals.filter(isDelivery) }, facts) ?? [],
    )
    return verdicts.length === 0 ? undefined : all(verdicts)
  },
})

/** Deliveries to one endpoint: what they say about each other, and about the partner and the bytes (2.6, 6, R24, R28). */
export const deliveryStatements: readonly PlatformStandingClaim[] = [
  ...deliveriesTogether<WatchedEndpoint>(({ arrivals }) => arrivals).map(({ requirement, judge }) =>
    ofEachEndpoint(requirement, (one, facts) => unlessOpen(judge(one, facts)), REGISTERED),
  ),
  ofEachEndpoint('payload-partner-id-of-the-client', namesItsPartner, REGISTERED),
  ofEachEndpoint('signature-covers-non-ascii', coversItsBytes, []),
]

const unlessOpen = (verdict: Verdict): Verdict | undefined =>
  verdict.kind === 'cannot-tell' ? undefined : verdict

/** Judges that events name the partner that the client id names. The profile may write the same partner in another way. */
function namesItsPartner(
  { partner, arrivals }: WatchedEndpoint,
  { target, spec }: Facts<Spec>,
): Verdict | undefined {
  const id = target?.clientPartnerId
  if (id === undefined || partner !== 'own') return undefined
  const verdicts = arrivals.flatMap((arrival) => {
    const named = at(eventIn(arrival), '/data/partnerId')
    if (typeof named !== 'string' || !isKnown(arrival, spec)) return []
    return named.toLowerCase() === id.toLowerCase()
      ? [passed()]
      : [breach(arrival, show(id), show(named), '/data/partnerId')]
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}

/** Judges that a signature covers the bytes of a body beyond ASCII (6.signature.1). Bytes that are not valid UTF-8 are judged too. */
function coversItsBytes({ arrivals }: WatchedEndpoint): Verdict | undefined {
  const verdicts = arrivals.flatMap((arrival) => {
    const { body, signature } = arrival
    const isBeyond = body === undefined || [...body].some((letter) => (letter.codePointAt(0) ?? 0) > 0x7f)
    if (!isBeyond || signature.signedWith === 'unknown') return []
    return signature.signedWith === 'none'
      ? [
          breach(
            arrival,
            'a signature over the bytes',
            signature.diagnosis ?? 'another value',
            'x-platform-signature',
          ),
        ]
      : [passed()]
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}
