import { comesToAnEnd, endsAt, endsInOrder, takesADecline, takesAnError } from '../claims/endings.ts'
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
import { type ClientScenario, clientScenario } from '../vocabulary/context.ts'
import { CUT, met, NOT_READY } from './kinds.ts'

const common = [...inEverySession, ...pollingClaims, reusesItsToken, printsNoSecret]

/** Journeys that end before the bind. */
export const outcomes: readonly ClientScenario[] = [
  clientScenario({
    id: 'outcomes/declined-at-submit',
    title: 'A submission is declined at once',
    session: { platform: { outcome: 'declined' } },
    claims: [...inEverySession, takesADecline],
  }),
  clientScenario({
    id: 'outcomes/declined-after-trouble',
    title: 'A submission is declined with a long message, after a 401 and a 5xx',
    session: {
      platform: { outcome: 'declined' },
      layout: ['long-messages'],
      faults: [
        { on: 'submit', times: 1, does: { kind: 'revoke' } },
        { on: 'submit', after: 1, times: 1, does: { kind: 'answer', status: 503, body: 'text' } },
      ],
    },
    claims: [...inEverySession, renewsAfter401, retries5xx, takesADecline],
  }),
  clientScenario({
    id: 'outcomes/declined-later',
    title: 'A quote is declined when its rating is over',
    session: { platform: { outcome: 'declined', declinesLater: true, ratingMs: 1500 } },
    claims: [...common, stopsAtDeclined, endsAt('client-handles-declined', 'declined')],
  }),
  clientScenario({
    id: 'outcomes/refused-submission',
    title: 'A submission is answered with an error',
    session: { faults: [{ on: 'submit', does: { kind: 'answer', status: 400, body: 'json' } }] },
    claims: [...inEverySession, takesAnError, printsNoSecret],
  }),
  clientScenario({
    id: 'outcomes/refused-after-a-lost-connection',
    title: 'The answer to a submission breaks off in the middle, and the repeat is answered with an error',
    session: {
      faults: [
        met('submit', CUT),
        { on: 'submit', after: 1, does: { kind: 'answer', status: 400, body: 'json' } },
      ],
    },
    claims: [...inEverySession, comesToAnEnd('client-handles-error')],
  }),
  clientScenario({
    id: 'outcomes/refused-proposal',
    title: 'The proposal is not ready at first, and then answered with an error',
    needs: [{ journey: 'proposal' }],
    session: {
      faults: [
        met('quote-proposal', NOT_READY),
        { on: 'quote-proposal', after: 1, does: { kind: 'answer', status: 400, body: 'text' } },
      ],
    },
    claims: [...inEverySession, comesToAnEnd('client-handles-error')],
  }),
  clientScenario({
    id: 'outcomes/refused-poll',
    title: 'A poll is answered with an error',
    needs: [{ journey: 'poll' }],
    session: { faults: [{ on: 'status', does: { kind: 'answer', status: 400, body: 'json' } }] },
    claims: [...inEverySession, comesToAnEnd('client-handles-error'), printsNoSecret],
  }),
  clientScenario({
    id: 'outcomes/review',
    title: 'A quote without terms stays in review',
    session: { platform: { outcome: 'underwriter_review' }, layout: ['no-terms'] },
    claims: [...common, stopsAtReview, endsAt('client-handles-underwriter-review', 'underwriter_review')],
  }),
  clientScenario({
    id: 'outcomes/reviewed-at-once',
    title: 'A submission is answered with a state that needs a review',
    needs: [{ journey: 'poll' }],
    session: { platform: { outcome: 'underwriter_review', ratedAtOnce: true } },
    claims: [
      ...[...inEverySession, printsNoSecret, stopsAtReview],
      endsAt('client-handles-underwriter-review', 'underwriter_review'),
    ],
  }),
  clientScenario({
    id: 'outcomes/approved-rate',
    title: 'A quote is rated, and its broker is not onboarded',
    session: { platform: { outcome: 'approved_rate' } },
    claims: [...common, stopsAtApprovedRate, endsAt('client-handles-approved-rate', 'approved_rate')],
  }),
  clientScenario({
    id: 'outcomes/failed',
    title: 'The processing of a quote fails',
    session: { platform: { outcome: 'failed' } },
    claims: [...common, stopsAtFailed, endsAt('client-handles-failed', 'failed')],
  }),
  clientScenario({
    id: 'outcomes/refused-update',
    title: 'An update is answered with an error',
    needs: [{ journey: 'update' }],
    session: { faults: [{ on: 'update', does: { kind: 'answer', status: 400, body: 'json' } }] },
    claims: [...inEverySession, comesToAnEnd('client-handles-error')],
  }),
  clientScenario({
    id: 'outcomes/refused-bind',
    title: 'A bind is answered with an error',
    needs: [{ journey: 'bind' }],
    session: { faults: [{ on: 'bind', does: { kind: 'answer', status: 400, body: 'json' } }] },
    claims: [...inEverySession, comesToAnEnd('client-handles-error')],
  }),
  clientScenario({
    id: 'outcomes/message',
    title: 'Every quote record has a message, and a long one',
    session: { layout: ['message', 'long-messages'] },
    claims: [endsInOrder('client-handles-message')],
  }),
]
