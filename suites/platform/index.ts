import type { Suite } from '../../conformance/scenario.ts'
import type { Spec } from '../../spec/spec.ts'
import { advised } from '../remedy.ts'
import { tokenCourses } from './features/auth/courses.ts'
import { eitherKey } from './features/auth/either-key.ts'
import { keyScenarios } from './features/auth/keys.ts'
import { credentialScenarios } from './features/auth/operations.ts'
import { bindAfterUpdates } from './features/bind/after-updates.ts'
import { bindBesideUpdate } from './features/bind/beside-update.ts'
import { bindWhileIssueIsHeld } from './features/bind/held-issue.ts'
import { bindBodies, bindReadyQuote } from './features/bind/ready-quote.ts'
import { bindSameInsured } from './features/bind/same-insured.ts'
import { documentsAtOnce } from './features/documents/at-once.ts'
import { documentsInCodings } from './features/documents/codings.ts'
import { documentMatrix } from './features/documents/matrix.ts'
import { documentsOfSeveral } from './features/documents/of-several-quotes.ts'
import { similarInsureds } from './features/documents/similar-insureds.ts'
import { foreignQuotes } from './features/ids/foreign.ts'
import { unknownIds } from './features/ids/unknown.ts'
import { officeCourses } from './features/office/courses.ts'
import { eventsOverRotation } from './features/office/events-over-rotation.ts'
import { integrationKeys } from './features/office/keys.ts'
import { onboarding } from './features/office/onboarding.ts'
import { webhookKeys } from './features/office/webhook-keys.ts'
import { clientIds } from './features/service/client-ids.ts'
import { description } from './features/service/description.ts'
import { internalErrors } from './features/service/internal-errors.ts'
import { journey } from './features/service/journey.ts'
import { plainHttp } from './features/service/plain.ts'
import { tlsVersions } from './features/service/tls.ts'
import { besideAHold } from './features/states/beside-a-hold.ts'
import { requestsElsewhere } from './features/states/elsewhere.ts'
import { heldRatings } from './features/states/held-ratings.ts'
import { longAfter } from './features/states/long-after.ts'
import { refusedReviews } from './features/states/refused-reviews.ts'
import { reviews } from './features/states/review.ts'
import { lastingReviews } from './features/states/review-lasts.ts'
import { statusReads } from './features/status/reads.ts'
import { acceptedSubmissions } from './features/submit/accepted.ts'
import { submitBodies } from './features/submit/bodies.ts'
import { effectiveDates } from './features/submit/effective-dates.ts'
import { jsonTexts } from './features/submit/json-texts.ts'
import { largeAmounts } from './features/submit/large-amounts.ts'
import { leapDay } from './features/submit/leap-day.ts'
import { lettersOfNames } from './features/submit/letters.ts'
import { lowRetentionForms } from './features/submit/low-retention-forms.ts'
import { minimumRetention } from './features/submit/minimum-retention.ts'
import { numberForms, numberFormsElsewhere } from './features/submit/number-forms.ts'
import { openSubmissions } from './features/submit/open.ts'
import { outcomeScenarios } from './features/submit/outcomes.ts'
import { submitRefusals } from './features/submit/refusals.ts'
import { refusalsUnderConditions } from './features/submit/refusals-under-conditions.ts'
import { otherStates } from './features/submit/states.ts'
import { tokenGrant } from './features/token/grant.ts'
import { tokenRefusals } from './features/token/refusals.ts'
import { acceptedUpdates } from './features/update/accepted.ts'
import { updatedADayLater } from './features/update/day-later.ts'
import { openUpdates } from './features/update/open.ts'
import { otherFieldsInUpdate } from './features/update/other-fields.ts'
import { updateRefusals } from './features/update/refusals.ts'
import { updatesThenBind } from './features/update/then-bind.ts'
import { endpointAddresses } from './features/webhooks/addresses.ts'
import { brokerScenario } from './features/webhooks/broker.ts'
import { brokerFailures } from './features/webhooks/broker-failures/scenario.ts'
import { deliveryLog } from './features/webhooks/delivery-log/scenario.ts'
import { eventScenario } from './features/webhooks/events.ts'
import { hangingReceiver } from './features/webhooks/hanging-receiver.ts'
import { hoursOfADay } from './features/webhooks/hours-of-a-day.ts'
import { lateAnswers } from './features/webhooks/late-answers.ts'
import { lateEndpoint } from './features/webhooks/late-endpoint.ts'
import { longDelivery } from './features/webhooks/long-delivery.ts'
import { nonAsciiDelivery } from './features/webhooks/non-ascii.ts'
import { oldTlsDeliveries } from './features/webhooks/old-tls.ts'
import { otherOutcomes } from './features/webhooks/other-outcomes.ts'
import { refusedSubmissions } from './features/webhooks/refused-submissions.ts'
import { secretRotation } from './features/webhooks/rotation.ts'
import { sameAddress } from './features/webhooks/same-address.ts'
import { deliverySchedule } from './features/webhooks/schedule/scenario.ts'
import { signingSecrets } from './features/webhooks/secrets.ts'
import { subscriptions } from './features/webhooks/subscriptions.ts'
import { generatedScenarios } from './properties/index.ts'
import { platformStatements } from './statements/index.ts'
import { platformViews } from './views/index.ts'
import type { PlatformContext, PlatformScenario, PlatformStandingClaim } from './vocabulary/context.ts'

export { type PlatformContext, platformContext } from './vocabulary/context.ts'

/** Names to standing claims the scenarios that are driven for them, where there are some. */
function shown(
  scenarios: readonly PlatformScenario[],
  standing: readonly PlatformStandingClaim[],
): readonly PlatformStandingClaim[] {
  const shows = scenarios.flatMap(({ id, shows: own = [] }) =>
    own.map((requirement) => ({ id, requirement })),
  )
  const byRequirement = Map.groupBy(shows, ({ requirement }) => requirement)
  return standing.map((claim) => {
    const own = byRequirement.get(claim.requirement)
    return own === undefined ? claim : { ...claim, shownIn: own.map(({ id }) => id) }
  })
}

/** The suite for quote platforms: all scenarios, claims and views. */
export function platformSuite(spec: Spec): Suite<PlatformContext, Spec> {
  const standing = platformStatements(spec)
  const scenarios = [
    journey,
    clientIds,
    description,
    internalErrors,
    tlsVersions,
    plainHttp,
    tokenGrant,
    ...tokenRefusals,
    ...keyScenarios,
    eitherKey,
    ...credentialScenarios,
    ...outcomeScenarios,
    minimumRetention,
    ...acceptedSubmissions,
    lettersOfNames,
    ...numberForms,
    numberFormsElsewhere,
    lowRetentionForms,
    jsonTexts,
    largeAmounts,
    effectiveDates,
    leapDay,
    otherStates,
    submitBodies,
    ...submitRefusals(spec),
    ...refusalsUnderConditions(spec),
    ...openSubmissions,
    ...statusReads,
    ...acceptedUpdates,
    ...updatesThenBind,
    updateRefusals(spec, 'ready_to_bind'),
    updateRefusals(spec, 'approved_rate'),
    ...openUpdates,
    otherFieldsInUpdate,
    bindReadyQuote,
    bindBodies,
    ...unknownIds,
    ...foreignQuotes,
    ...documentMatrix,
    documentsInCodings,
    documentsAtOnce,
    similarInsureds,
    documentsOfSeveral,
    updatedADayLater,
    ...reviews,
    ...lastingReviews,
    ...requestsElsewhere,
    bindBesideUpdate,
    bindSameInsured,
    bindAfterUpdates,
    bindWhileIssueIsHeld,
    heldRatings,
    besideAHold(spec),
    refusedReviews,
    eventScenario(spec),
    subscriptions,
    endpointAddresses,
    lateEndpoint,
    refusedSubmissions,
    signingSecrets,
    oldTlsDeliveries,
    brokerScenario(spec),
    nonAsciiDelivery,
    hangingReceiver,
    longDelivery,
    lateAnswers,
    otherOutcomes,
    hoursOfADay,
    secretRotation(spec),
    deliveryLog,
    sameAddress,
    ...officeCourses,
    integrationKeys,
    eventsOverRotation,
    webhookKeys,
    onboarding,
    ...tokenCourses,
    ...generatedScenarios(spec, standing),
    // Runs late, so that earlier events are out.
    deliverySchedule(spec),
    brokerFailures,
    // A month later, dates of submissions that are made anew may have passed.
    longAfter,
  ]
  return advised({ views: platformViews, standing: shown(scenarios, standing), scenarios })
}
