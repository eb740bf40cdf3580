import { bindIsEmptyHere, updateIsValidHere } from '../claims/bodies.ts'
import { savesThePolicy, savesTheProposal, takes202 } from '../claims/documents.ts'
import { comesToAnEnd, endsInOrder, saysThatItGaveUp, writesState } from '../claims/endings.ts'
import { inEverySession } from '../claims/in-every-session.ts'
import {
  pollingClaims,
  pollsOnWhileBound,
  pollsOnWhilePending,
  stopsAtApprovedRate,
  stopsAtDeclined,
  stopsAtFailed,
  stopsAtReview,
} from '../claims/polling.ts'
import { printsNoSecret } from '../claims/safety.ts'
import { reusesItsToken } from '../claims/tokens.ts'
import { type ClientClaim, type ClientScenario, clientScenario } from '../vocabulary/context.ts'

/** Claims on a journey that runs to its end: the documents are saved and the result is written. */
export const wholeJourney: readonly ClientClaim[] = [
  ...inEverySession,
  ...pollingClaims,
  reusesItsToken,
  printsNoSecret,
  endsInOrder('client-writes-its-result'),
  savesTheProposal,
  savesThePolicy,
]

/** The first session of every run. A client that does not complete it is not judged further. */
export const straightThrough: ClientScenario = clientScenario({
  id: 'journeys/straight-through',
  title: 'A quote is rated, bound and issued without delay',
  claims: [...wholeJourney, takes202],
})

/** Outcomes of the rating after an update that differ from the first outcome (R10). */
const RATED_AGAIN = [
  { id: 'reviewed-again', title: 'a review', state: 'underwriter_review', stops: stopsAtReview },
  { id: 'declined-again', title: 'a decline', state: 'declined', stops: stopsAtDeclined },
  { id: 'failed-again', title: 'a failure', state: 'failed', stops: stopsAtFailed },
  {
    id: 'approved-again',
    title: 'a rate that cannot be bound',
    state: 'approved_rate',
    stops: stopsAtApprovedRate,
  },
] as const

/** Journeys that are slow, repeated or side by side. */
export const journeySessions: readonly ClientScenario[] = [
  clientScenario({
    id: 'journeys/slow-rating',
    title: 'The rating takes nine seconds',
    session: { platform: { ratingMs: 9000 } },
    claims: [...wholeJourney, pollsOnWhilePending, endsInOrder('client-handles-unrated-quote')],
  }),
  clientScenario({
    id: 'journeys/slow-status',
    title: 'An answer to a poll takes eight seconds, and the rating goes on',
    session: {
      platform: { ratingMs: 20_000 },
      faults: [{ on: 'status', after: 1, times: 1, does: { kind: 'late', ms: 8000 } }],
    },
    claims: [...inEverySession, ...pollingClaims, reusesItsToken],
  }),
  clientScenario({
    id: 'journeys/slow-writes',
    title: 'The answers to the submission, the update and the bind take eight seconds each',
    session: {
      faults: (['submit', 'update', 'bind'] as const).map((on) => ({
        ...{ on, times: 1 },
        does: { kind: 'late', ms: 8000 },
      })),
    },
    // A client may take such a slow answer for lost. The request that it then repeats is still valid.
    claims: [...inEverySession, updateIsValidHere, bindIsEmptyHere],
  }),
  clientScenario({
    id: 'journeys/long-rating',
    title: 'The rating takes 25 seconds',
    needs: [{ journey: 'poll' }],
    session: { platform: { ratingMs: 25_000 } },
    // The specification does not say how long a client waits.
    claims: [...inEverySession, ...pollingClaims, reusesItsToken, saysThatItGaveUp],
  }),
  clientScenario({
    id: 'journeys/late-answers',
    title: 'Answers to polls take a second and a half',
    needs: [{ journey: 'poll' }],
    session: {
      platform: { ratingMs: 18_000 },
      faults: [{ on: 'status', after: 1, times: 10, does: { kind: 'late', ms: 1500 } }],
    },
    claims: [...inEverySession, ...pollingClaims, reusesItsToken],
  }),
  clientScenario({
    id: 'journeys/slow-issue',
    title: 'The policy is issued eleven seconds after the bind',
    needs: [{ journey: 'bind' }],
    session: { platform: { issueMs: 11_000 } },
    claims: [...wholeJourney, pollsOnWhileBound, takes202, bindIsEmptyHere],
  }),
  clientScenario({
    id: 'journeys/rated-again',
    title: 'An update takes the quote back to pending for a while',
    needs: [{ journey: 'update' }],
    session: { platform: { reratingMs: 4000 } },
    // A client that binds right after its update is refused here. All that it must do is end.
    claims: [
      ...[...inEverySession, ...pollingClaims, updateIsValidHere],
      comesToAnEnd('client-writes-its-result'),
    ],
  }),
  ...RATED_AGAIN.map(({ id, title, state, stops }) =>
    clientScenario({
      id: `journeys/${id}`,
      title: `An update takes a quote that was ready to bind to ${title}`,
      needs: [{ journey: 'update' }, { journey: 'bind' }],
      session: { platform: { reratingMs: 1000, reratedAs: state } },
      // A client that binds right after its update is refused here too.
      claims: [
        ...[...inEverySession, ...pollingClaims, stops],
        writesState(`client-handles-${state.replaceAll('_', '-')}`, state),
      ],
    }),
  ),
  clientScenario({
    id: 'journeys/several-at-once',
    title: 'Three clients have quotes open at once with the same credentials',
    needs: [{ offers: 'command' }],
    session: { together: 3 },
    claims: wholeJourney,
  }),
]
