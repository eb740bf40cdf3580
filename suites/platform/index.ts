import type { Suite } from '../../conformance/scenario.ts'
import type { Spec } from '../../spec/spec.ts'
import { deactivation } from './auth/deactivation.ts'
import { tokenExpiry } from './auth/expiry.ts'
import { keyScenarios } from './auth/keys.ts'
import { credentialScenarios } from './auth/operations.ts'
import { bindWhileIssueIsHeld } from './bind/held-issue.ts'
import { bindBodies, bindReadyQuote } from './bind/ready-quote.ts'
import type { PlatformContext } from './context.ts'
import { documentMatrix } from './documents/matrix.ts'
import { generatedScenarios } from './generated/index.ts'
import { foreignQuotes } from './ids/foreign.ts'
import { unknownIds } from './ids/unknown.ts'
import { answerObservations } from './observations/answers.ts'
import { recordObservations } from './observations/records.ts'
import { description } from './service/description.ts'
import { journey } from './service/journey.ts'
import { tlsVersions } from './service/tls.ts'
import { documentClaims } from './standing/documents.ts'
import { envelopeClaims } from './standing/envelopes.ts'
import { identityClaims } from './standing/identity.ts'
import { ratingClaims } from './standing/rating.ts'
import { readableClaims } from './standing/readable.ts'
import { recordClaims } from './standing/records.ts'
import { transitionClaims } from './standing/transitions.ts'
import { requestsElsewhere } from './states/elsewhere.ts'
import { reviews } from './states/review.ts'
import { statusReads } from './status/reads.ts'
import { acceptedSubmissions } from './submit/accepted.ts'
import { submitBodies } from './submit/bodies.ts'
import { numberForms } from './submit/number-forms.ts'
import { openSubmissions } from './submit/open.ts'
import { outcomeScenarios } from './submit/outcomes.ts'
import { submitRefusals } from './submit/refusals.ts'
import { tokenGrant } from './token/grant.ts'
import { tokenRefusals } from './token/refusals.ts'
import { acceptedUpdates } from './update/accepted.ts'
import { openUpdates } from './update/open.ts'
import { updateRefusals } from './update/refusals.ts'
import { updateThenBind } from './update/then-bind.ts'
import { brokerScenario } from './webhooks/broker.ts'
import { eventScenario } from './webhooks/events.ts'
import { nonAsciiDelivery } from './webhooks/non-ascii.ts'
import { otherOutcomes } from './webhooks/other-outcomes.ts'
import { secretRotation } from './webhooks/rotation.ts'
import { deliverySchedule } from './webhooks/schedule/scenario.ts'
import { subscriptions } from './webhooks/subscriptions.ts'

export { platformContext } from './context.ts'
export { type Discovery, discover, OUTCOMES as DISCOVERABLE } from './discovery/discover.ts'

/** Everything that judges a quote platform. */
export function platformSuite(spec: Spec): Suite<PlatformContext, Spec> {
  const standing = [
    ...recordClaims(spec),
    ...envelopeClaims,
    ...identityClaims,
    ...readableClaims,
    ...ratingClaims,
    ...documentClaims,
    ...transitionClaims,
    ...answerObservations,
    ...recordObservations,
  ]
  return {
    standing,
    scenarios: [
      journey,
      description,
      tlsVersions,
      tokenGrant,
      ...tokenRefusals,
      ...keyScenarios,
      ...credentialScenarios,
      ...outcomeScenarios,
      ...acceptedSubmissions,
      ...numberForms,
      submitBodies,
      ...submitRefusals(spec),
      ...openSubmissions,
      ...statusReads,
      ...acceptedUpdates,
      updateThenBind,
      updateRefusals(spec),
      ...openUpdates,
      bindReadyQuote,
      bindBodies,
      ...unknownIds,
      ...foreignQuotes,
      ...documentMatrix,
      ...reviews,
      ...requestsElsewhere,
      bindWhileIssueIsHeld,
      eventScenario(spec),
      subscriptions,
      brokerScenario(spec),
      nonAsciiDelivery,
      otherOutcomes,
      secretRotation,
      tokenExpiry,
      deactivation,
      ...generatedScenarios(spec, standing),
      // The last of those that run alone: whatever the others made has been told by then.
      deliverySchedule(spec),
    ],
  }
}
