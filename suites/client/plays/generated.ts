import { nearVariation } from '../../../generators/near.ts'
import { troubles } from '../../../generators/troubles.ts'
import { bindIsEmptyHere, submissionIsValid, updateIsValidHere } from '../claims/bodies.ts'
import { conductClaims } from '../claims/conduct.ts'
import { savesThePolicy, savesTheProposal, waitsOn409 } from '../claims/documents.ts'
import { endsInOrder } from '../claims/endings.ts'
import { pollingClaims } from '../claims/polling.ts'
import { retries5xx } from '../claims/retries.ts'
import { printsNoSecret } from '../claims/safety.ts'
import { renewsAfter401 } from '../claims/tokens.ts'
import type { ClientScenario } from '../vocabulary/context.ts'
import { drawnPlays } from './drawn.ts'

/** Amounts of the known-good submission, which each case keeps in one form or the other. */
const BASE = { revenue: 5_000_000, agg_limit: 1_000_000, retention: 10_000 }

/** Plays of which each seed draws others: troubles come together that no play thought of. */
export const generated: readonly ClientScenario[] = [
  drawnPlays({
    id: 'submissions/generated',
    title: 'Submissions are generated: any fields, forms and scripts that are valid',
    cases: nearVariation(BASE).map(({ patch }) => ({ submission: patch })),
    claims: [...conductClaims, submissionIsValid, endsInOrder('client-writes-its-result')],
  }),
  drawnPlays({
    id: 'journeys/drawn',
    title: 'Delays, refused tokens, broken answers and forms of answers are drawn, and come together',
    cases: troubles(BASE),
    claims: [
      ...conductClaims,
      ...pollingClaims,
      ...[submissionIsValid, updateIsValidHere, bindIsEmptyHere],
      ...[retries5xx, renewsAfter401, waitsOn409, printsNoSecret],
      endsInOrder('client-writes-its-result'),
      ...[savesTheProposal, savesThePolicy],
    ],
  }),
]
