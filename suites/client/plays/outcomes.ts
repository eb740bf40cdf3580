import { submissionIsValid } from '../claims/bodies.ts'
import { conductClaims } from '../claims/conduct.ts'
import { comesToAnEnd, endsAt, endsInOrder, takesADecline, takesAnError } from '../claims/endings.ts'
import {
  pollingClaims,
  stopsAtApprovedRate,
  stopsAtDeclined,
  stopsAtFailed,
  stopsAtReview,
} from '../claims/polling.ts'
import { printsNoSecret } from '../claims/safety.ts'
import { reusesItsToken } from '../claims/tokens.ts'
import { type ClientScenario, played } from '../vocabulary/context.ts'

const common = [...conductClaims, ...pollingClaims, submissionIsValid, reusesItsToken, printsNoSecret]

/** Journeys that end before the bind. */
export const outcomes: readonly ClientScenario[] = [
  played({
    id: 'outcomes/declined-at-submit',
    title: 'A submission is declined at once',
    play: { platform: { outcome: 'declined' } },
    claims: [...conductClaims, submissionIsValid, takesADecline],
  }),
  played({
    id: 'outcomes/declined-later',
    title: 'A quote is declined when its rating is over',
    play: { platform: { outcome: 'declined', declinesLater: true, ratingMs: 1500 } },
    claims: [...common, stopsAtDeclined, endsAt('client-handles-declined', 'declined')],
  }),
  played({
    id: 'outcomes/refused-submission',
    title: 'A submission is answered with an error',
    play: { faults: [{ on: 'submit', does: { kind: 'answer', status: 400, body: 'json' } }] },
    claims: [...conductClaims, takesAnError, printsNoSecret],
  }),
  played({
    id: 'outcomes/review',
    title: 'A quote without terms needs a review that goes on for longer than anybody waits',
    play: { platform: { outcome: 'underwriter_review' }, layout: ['no-terms'] },
    claims: [...common, stopsAtReview, endsAt('client-handles-underwriter-review', 'underwriter_review')],
  }),
  played({
    id: 'outcomes/reviewed-at-once',
    title: 'A submission is answered with a state that needs a review',
    needs: [{ journey: 'poll' }],
    play: { platform: { outcome: 'underwriter_review', ratedAtOnce: true } },
    claims: [
      ...[...conductClaims, printsNoSecret, stopsAtReview],
      endsAt('client-handles-underwriter-review', 'underwriter_review'),
    ],
  }),
  played({
    id: 'outcomes/approved-rate',
    title: 'A quote is rated, and its broker is not onboarded',
    play: { platform: { outcome: 'approved_rate' } },
    claims: [...common, stopsAtApprovedRate, endsAt('client-handles-approved-rate', 'approved_rate')],
  }),
  played({
    id: 'outcomes/failed',
    title: 'The processing of a quote fails',
    play: { platform: { outcome: 'failed' } },
    claims: [...common, stopsAtFailed, endsAt('client-handles-failed', 'failed')],
  }),
  played({
    id: 'outcomes/refused-update',
    title: 'An update is answered with an error',
    needs: [{ journey: 'update' }],
    play: { faults: [{ on: 'update', does: { kind: 'answer', status: 400, body: 'json' } }] },
    claims: [...conductClaims, comesToAnEnd('client-handles-error')],
  }),
  played({
    id: 'outcomes/refused-bind',
    title: 'A bind is answered with an error',
    needs: [{ journey: 'bind' }],
    play: { faults: [{ on: 'bind', does: { kind: 'answer', status: 400, body: 'json' } }] },
    claims: [...conductClaims, comesToAnEnd('client-handles-error')],
  }),
  played({
    id: 'outcomes/message',
    title: 'Every quote record has a message',
    play: { layout: ['message'] },
    claims: [endsInOrder('client-handles-message')],
  }),
]
