import { bindIsEmptyHere, updateIsValidHere } from '../claims/bodies.ts'
import { savesThePolicy, savesTheProposal, takes202 } from '../claims/documents.ts'
import { comesToAnEnd, endsInOrder, saysThatItGaveUp, tellsOf } from '../claims/endings.ts'
import { inEveryPlay } from '../claims/in-every-play.ts'
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
import { type ClientClaim, type ClientScenario, played } from '../vocabulary/context.ts'

/** Claims on a journey that runs to its end: the documents are saved and the result is written. */
export const wholeJourney: readonly ClientClaim[] = [
  ...inEveryPlay,
  ...pollingClaims,
  reusesItsToken,
  printsNoSecret,
  endsInOrder('client-writes-its-result'),
  savesTheProposal,
  savesThePolicy,
]

/** The first play of every run. A client that does not complete it is not judged further. */
export const straightThrough: ClientScenario = played({
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
export const journeys: readonly ClientScenario[] = [
  played({
    id: 'journeys/slow-rating',
    title: 'The rating takes nine seconds',
    play: { platform: { ratingMs: 9000 } },
    claims: [...wholeJourney, pollsOnWhilePending, endsInOrder('client-handles-unrated-quote')],
  }),
  played({
    id: 'journeys/slow-status',
    title: 'An answer to a poll takes eight seconds, and the rating goes on',
    play: {
      platform: { ratingMs: 20_000 },
      faults: [{ on: 'status', after: 1, times: 1, does: { kind: 'late', ms: 8000 } }],
    },
    claims: [...inEveryPlay, ...pollingClaims, reusesItsToken],
  }),
  played({
    id: 'journeys/slow-writes',
    title: 'The answers to the submission, the update and the bind take eight seconds each',
    play: {
      faults: (['submit', 'update', 'bind'] as const).map((on) => ({
        ...{ on, times: 1 },
        does: { kind: 'late', ms: 8000 },
      })),
    },
    // A client may take such a slow answer for lost. The request that it then repeats is still valid.
    claims: [...inEveryPlay, updateIsValidHere, bindIsEmptyHere],
  }),
  played({
    id: 'journeys/long-rating',
    title: 'The rating takes 25 seconds',
    needs: [{ journey: 'poll' }],
    play: { platform: { ratingMs: 25_000 } },
    // The specification does not say how long a client waits.
    claims: [...inEveryPlay, ...pollingClaims, reusesItsToken, saysThatItGaveUp],
  }),
  played({
    id: 'journeys/late-answers',
    title: 'Answers to polls take a second and a half',
    needs: [{ journey: 'poll' }],
    play: {
      platform: { ratingMs: 18_000 },
      faults: [{ on: 'status', after: 1, times: 10, does: { kind: 'late', ms: 1500 } }],
    },
    claims: [...inEveryPlay, ...pollingClaims, reusesItsToken],
  }),
  played({
    id: 'journeys/slow-issue',
    title: 'The policy is issued eleven seconds after the bind',
    needs: [{ journey: 'bind' }],
    play: { platform: { issueMs: 11_000 } },
    claims: [...wholeJourney, pollsOnWhileBound, takes202, bindIsEmptyHere],
  }),
  played({
    id: 'journeys/rated-again',
    title: 'An update takes the quote back to pending for a while',
    needs: [{ journey: 'update' }],
    play: { platform: { reratingMs: 4000 } },
    // A client that binds right after its update is refused here. All that it must do is end.
    claims: [
      ...[...inEveryPlay, ...pollingClaims, updateIsValidHere],
      comesToAnEnd('client-writes-its-result'),
    ],
  }),
  ...RATED_AGAIN.map(({ id, title, state, stops }) =>
    played({
      id: `journeys/${id}`,
      title: `An update takes a quote that was ready to bind to ${title}`,
      needs: [{ journey: 'update' }, { journey: 'bind' }],
      play: { platform: { reratingMs: 1000, reratedAs: state } },
      // A client that binds right after its update is refused here too.
      claims: [
        ...[...inEveryPlay, ...pollingClaims, stops],
        tellsOf(`client-handles-${state.replaceAll('_', '-')}`, state),
      ],
    }),
  ),
  played({
    id: 'journeys/several-at-once',
    title: 'Three clients have quotes open at once with the same credentials',
    needs: [{ offers: 'command' }],
    play: { together: 3 },
    claims: wholeJourney,
  }),
]
