import type { Spec } from '../../../spec/spec.ts'
import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { accessStatements } from './access.ts'
import { addressClaims } from './addresses.ts'
import { breakerStatements } from './breaker.ts'
import { validCredentialClaims } from './credentials.ts'
import { deliveryStatements, standingDeliveryClaims } from './deliveries.ts'
import { documentClaims } from './documents.ts'
import { envelopeClaims } from './envelopes.ts'
import { eventStatements } from './events.ts'
import { formerClaims } from './former.ts'
import { identityClaims } from './identity.ts'
import { answerObservations } from './observed-answers.ts'
import { recordObservations } from './observed-records.ts'
import { whereDecided } from './of-each-series.ts'
import { ratingClaims } from './rating.ts'
import { readableClaims } from './readable.ts'
import { recordClaims } from './records.ts'
import { requestStatements } from './requests.ts'
import { retryStatements } from './retries.ts'
import { transitionClaims } from './transitions.ts'

/** Scenarios that together show most kinds of answers, refusals and records, for observations of what is not stated. */
const SHOWN_IN = [
  'service/journey',
  'service/internal-errors',
  'auth/status',
  'ids/unknown-on-status',
  'documents/in-pending',
  'documents/in-ready-to-bind',
  'documents/in-failed',
  'submit/declined',
  'submit/refuses-broken-naics',
  'states/requests-in-issued',
]

/** Adds to standing claims that only observe the scenarios that show enough for them. */
function recording(spec: Spec, standing: readonly PlatformStandingClaim[]): readonly PlatformStandingClaim[] {
  const records = new Set(spec.requirements.filter(({ level }) => level === 'observe').map(({ id }) => id))
  return standing.map((claim) => (records.has(claim.requirement) ? { ...claim, shownIn: SHOWN_IN } : claim))
}

/** Everything that is judged over each ledger, whatever scenario drove it. */
export function platformStatements(spec: Spec): readonly PlatformStandingClaim[] {
  const observing = recording(spec, [
    ...recordClaims(spec),
    ...envelopeClaims,
    ...validCredentialClaims(spec),
    ...identityClaims,
    ...addressClaims,
    ...readableClaims,
    ...formerClaims,
    ...ratingClaims,
    ...documentClaims,
    ...requestStatements,
    ...transitionClaims,
    ...standingDeliveryClaims(spec),
    ...answerObservations,
    ...recordObservations,
  ])
  return [
    ...observing,
    ...accessStatements,
    ...eventStatements,
    ...deliveryStatements,
    ...retryStatements(spec).map(whereDecided),
    ...breakerStatements,
  ]
}
