import type { EntryKind } from '../../../conformance/ledger.ts'
import type { PlatformNeed } from '../../../conformance/ports/platform-needs.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Claim, Facts } from '../../../conformance/scenario.ts'
import { all, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { endpointsIn, type WatchedEndpoint } from '../ledger/endpoints.ts'
import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { breach } from '../vocabulary/events/breach.ts'
import { deliveryHeader, eventIdOf, eventIn, isRedirected } from '../vocabulary/events/event.ts'
import { at, show } from '../vocabulary/judge/json.ts'
import { attemptStatements } from './attempts.ts'
import { deliveriesTogether, isKnown } from './deliveries-together.ts'
import { deliveryClaims, eachDelivery } from './each-delivery.ts'
import { repeatStatements } from './repeats.ts'
import { underQuotes } from './under-quotes.ts'

/** Scenarios that make deliveries fail: they show all attempts of an event, and those after the circuit breaker. */
const SHOWN_IN = ['webhooks/schedule']

/** Claims that compare an event with what was sent for its quote, updates included. */
const COMPARING: ReadonlySet<string> = new Set(['payload-customer-of-its-quote'])

const DELIVERED: PlatformNeed = { offers: 'webhooks' }

/**
 * Claims on every delivery of every scenario (6.headers, 6.payload, 6.signature, R24). They hold for each repeated attempt, and
 * after the circuit breaker too.
 */
export function standingDeliveryClaims(spec: Spec): readonly PlatformStandingClaim[] {
  return eachDelivery<Facts<Spec>>(spec, ({ arrivals = [] }) => arrivals.filter(isDelivery))
    .filter(({ requirement }) => levelOf(requirement, spec) !== 'observe')
    .map(({ requirement, judge }) => ({
      requirement,
      shownIn: SHOWN_IN,
      needs: [DELIVERED],
      ...(COMPARING.has(requirement) && { relies: ['requests'] as const }),
      judge(facts) {
        const verdict = judge(facts, facts)
        return verdict.kind === 'cannot-tell' ? undefined : underQuotes(verdict, facts)
      },
    }))
}

/** Observations on the deliveries of one scenario: they need no statement. */
export const observingClaims = <T>(
  spec: Spec,
  arrivalsOf: (trace: T) => readonly Arrival[],
): readonly Claim<T, Spec>[] =>
  deliveryClaims<T>(spec, arrivalsOf).filter(({ requirement }) => levelOf(requirement, spec) === 'observe')

const levelOf = (requirement: string, { requirements }: Spec): string | undefined =>
  requirements.find(({ id }) => id === requirement)?.level

/** One of them is enough: a platform may forget the other at some attempts only. */
const MARKS = ['event-id', 'x-platform-signature']

/** A followed redirect is no attempt; a request without either mark may come from a foreign sender who knows the URL. */
const isDelivery = (arrival: Arrival): boolean =>
  !isRedirected(arrival) && MARKS.some((name) => deliveryHeader(arrival, name) !== undefined)

/** Deliveries are compared with each other by their ids. */
const isIdentified = (arrival: Arrival): boolean => !isRedirected(arrival) && eventIdOf(arrival) !== undefined

/** Before v1.6.0 the marks had other names. */
const isMarked = (arrival: Arrival, spec: Spec): boolean =>
  spec.holds(spec.requirement('delivery-event-id')) ? isIdentified(arrival) : !isRedirected(arrival)

/** Judges one endpoint of a ledger; undefined where it does not concern the statement. */
type JudgeEndpoint = (one: WatchedEndpoint, facts: Facts<Spec>) => Verdict | undefined

/** A statement about whose events come needs registrations: in a recording one path may serve several partners. */
const REGISTERED: readonly EntryKind[] = ['operator']

/** Makes a statement about every endpoint of every scenario. `relies` names the kinds of entries of which none may be missing. */
const ofEachEndpoint = (
  requirement: string,
  judge: JudgeEndpoint,
  relies: readonly EntryKind[],
  isMeant: (arrival: Arrival, spec: Spec) => boolean = isIdentified,
): PlatformStandingClaim => ({
  requirement,
  shownIn: ['journeys/combined'],
  needs: [DELIVERED],
  relies,
  judge(facts) {
    const verdicts = endpointsIn(facts).flatMap((one) => {
      const arrivals = one.arrivals.filter((arrival) => isMeant(arrival, facts.spec))
      return judge({ ...one, arrivals }, facts) ?? []
    })
    return verdicts.length === 0 ? undefined : all(verdicts)
  },
})

/** Deliveries to one endpoint: what they say about each other, and about the partner and the bytes (2.6, 6, R24, R28). */
export const deliveryStatements: readonly PlatformStandingClaim[] = [
  ...deliveriesTogether<WatchedEndpoint>(({ arrivals }) => arrivals).map(({ requirement, judge }) =>
    ofEachEndpoint(requirement, (one, facts) => unlessOpen(judge(one, facts)), REGISTERED),
  ),
  ofEachEndpoint('payload-partner-id-of-the-client', namesItsPartner, REGISTERED, isMarked),
  ofEachEndpoint('signature-covers-non-ascii', coversItsBytes, []),
  ...attemptStatements,
  ...repeatStatements,
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
