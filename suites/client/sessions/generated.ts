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
    title: 'Generated submissions with any valid fields, formats and scripts',
    cases: wholeVariation(BASE).map(({ patch }) => ({ submission: patch })),
    claims: [...inEverySession, endsInOrder('client-writes-its-result')],
  }),
  generatedSessions({
    id: 'journeys/generated',
    title: 'Generated combinations of delays, refused tokens, broken answers and answer formats',
    cases: troubles(BASE),
    shownBy: troublesIn,
    claims: [...always, endsInOrder('client-writes-its-result'), savesTheProposal, savesThePolicy],
  }),
  generatedSessions({
    id: 'outcomes/generated',
    title: 'Several faults come together, and the quote is declined, fails or needs a person',
    cases: troublesBeforeOtherOutcomes(BASE),
    shownBy: troublesIn,
    claims: [...always, endsInOrder('client-writes-its-result')],
  }),
  generatedSessions({
    id: 'outcomes/generated-refusals',
    title: 'Several faults come together, and one request finally gets an error',
    cases: troublesBeforeARefusal(BASE),
    shownBy: troublesIn,
    claims: [...always, comesToAnEnd('client-handles-error')],
  }),
]
