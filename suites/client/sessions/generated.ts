import { wholeVariation } from '../../../generators/near.ts'
import {
  troubles,
  troublesBeforeARefusal,
  troublesBeforeOtherOutcomes,
  troublesIn,
} from '../../../generators/troubles.ts'
import { bindIsEmptyHere, updateIsValidHere } from '../claims/bodies.ts'
import { savesThePolicy, savesTheProposal, waitsOn409 } from '../claims/documents.ts'
import { comesToAnEnd, endsInOrder } from '../claims/endings.ts'
import { inEverySession } from '../claims/in-every-session.ts'
import {
  pollingClaims,
  stopsAtApprovedRate,
  stopsAtDeclined,
  stopsAtFailed,
  stopsAtReview,
} from '../claims/polling.ts'
import { retries5xx } from '../claims/retries.ts'
import { printsNoSecret } from '../claims/safety.ts'
import { renewsAfter401, reusesItsToken } from '../claims/tokens.ts'
import type { ClientScenario } from '../vocabulary/context.ts'
import { generatedSessions } from './generated-sessions.ts'

/** Amounts of the known-good submission. Each case keeps their values, as number or as text. */
const BASE = { revenue: 5_000_000, agg_limit: 1_000_000, retention: 10_000 }

/** Claims that hold for any combination of faults. */
const always = [
  ...inEverySession,
  ...pollingClaims,
  ...[stopsAtApprovedRate, stopsAtDeclined, stopsAtFailed, stopsAtReview],
  ...[updateIsValidHere, bindIsEmptyHere],
  ...[retries5xx, renewsAfter401, reusesItsToken, waitsOn409, printsNoSecret],
]

/** Sessions that differ with each seed: they combine faults that no written session combines. */
export const generated: readonly ClientScenario[] = [
  generatedSessions({
    id: 'submissions/generated',
    title: 'Submissions are generated: any fields, forms and scripts that are valid',
    cases: wholeVariation(BASE).map(({ patch }) => ({ submission: patch })),
    claims: [...inEverySession, endsInOrder('client-writes-its-result')],
  }),
  generatedSessions({
    id: 'journeys/generated',
    title: 'Delays, refused tokens, broken answers and forms of answers are generated, and come together',
    cases: troubles(BASE),
    shownBy: troublesIn,
    claims: [...always, endsInOrder('client-writes-its-result'), savesTheProposal, savesThePolicy],
  }),
  generatedSessions({
    id: 'outcomes/generated',
    title: 'Troubles come together, and the quote is declined, fails, or needs somebody else',
    cases: troublesBeforeOtherOutcomes(BASE),
    shownBy: troublesIn,
    claims: [...always, endsInOrder('client-writes-its-result')],
  }),
  generatedSessions({
    id: 'outcomes/generated-refusals',
    title: 'Troubles come together, and a request is answered with an error in the end',
    cases: troublesBeforeARefusal(BASE),
    shownBy: troublesIn,
    claims: [...always, comesToAnEnd('client-handles-error')],
  }),
]
