import {
  givesUpOn404,
  savesAsHttpAllows,
  savesNoOtherPolicy,
  savesThePolicy,
  savesTheProposal,
  waitsOn409,
} from '../claims/documents.ts'
import { comesToAnEnd, endsInOrder } from '../claims/endings.ts'
import { inEverySession } from '../claims/in-every-session.ts'
import { pollsSlowlyWhereItGoesOn } from '../claims/pace.ts'
import { pollingClaims, stopsAtIssued } from '../claims/polling.ts'
import { retries5xx } from '../claims/retries.ts'
import { renewsAfter401, reusesItsToken } from '../claims/tokens.ts'
import { type ClientScenario, clientScenario } from '../vocabulary/context.ts'
import { met, NOT_READY, REVOKED } from './kinds.ts'
import { wholeJourney } from './straight.ts'

/** Answers and submissions that differ from the usual ones in ways that the specification allows. */
export const answers: readonly ClientScenario[] = [
  clientScenario({
    id: 'answers/extra-fields',
    title: 'Every object in an answer has unknown fields',
    // Long enough to show how the client polls after it met these fields.
    session: { layout: ['extra-fields'], platform: { ratingMs: 7000 } },
    claims: [...inEverySession, ...pollingClaims, endsInOrder('client-handles-extra-fields')],
  }),
  clientScenario({
    id: 'answers/later-state',
    title: 'A quote is rated in a state that a later version may add',
    needs: [{ offers: 'command' }, { journey: 'poll' }],
    session: { layout: ['later-state'], platform: { ratingMs: 7000 } },
    // A client may end at an unknown state, or go on waiting for one that it knows. So only the pace of its polls is judged.
    claims: [pollsSlowlyWhereItGoesOn],
  }),
  clientScenario({
    id: 'answers/no-optionals',
    title: 'Quote records lack every optional field',
    session: { layout: ['no-optionals'] },
    claims: [endsInOrder('client-handles-missing-optionals')],
  }),
  clientScenario({
    id: 'answers/rewritten',
    title: 'JSON comes with white space, escapes and another order',
    session: { layout: ['rewritten'] },
    claims: wholeJourney,
  }),
  clientScenario({
    id: 'answers/pieces',
    title: 'Answers come in pieces, and documents hold every byte',
    session: { layout: ['pieces', 'all-bytes'] },
    claims: [...inEverySession, savesTheProposal, savesThePolicy, endsInOrder('client-writes-its-result')],
  }),
  clientScenario({
    id: 'answers/cents',
    title: 'Premiums and fees have cents',
    session: { layout: ['cents'] },
    claims: [endsInOrder('client-handles-cents')],
  }),
  clientScenario({
    id: 'answers/other-forms',
    title: 'Times have an offset, and the policy fee is $0.00',
    session: { layout: ['other-forms'] },
    claims: [...inEverySession, endsInOrder('client-writes-its-result')],
  }),
  clientScenario({
    id: 'answers/closed-connections',
    title: 'Each answer closes its connection, and plain text names its charset',
    session: { layout: ['closing', 'charsets'], platform: { proposalMs: 9000 } },
    claims: [...wholeJourney, waitsOn409],
  }),
  clientScenario({
    id: 'answers/slow-clock',
    title: 'The clock of the platform is ten minutes slow',
    session: { layout: ['slow-clock'], platform: { ratingMs: 7000, proposalMs: 3000 } },
    claims: wholeJourney,
  }),
  clientScenario({
    id: 'answers/fast-clock',
    title: 'The clock of the platform is ten minutes fast',
    session: { layout: ['fast-clock'], platform: { ratingMs: 3000, proposalMs: 3000 } },
    claims: wholeJourney,
  }),
  clientScenario({
    id: 'answers/named-documents',
    title: 'Documents suggest a name under which they may be saved',
    needs: [{ journey: 'proposal' }],
    session: { layout: ['named-documents'] },
    claims: [savesTheProposal, savesThePolicy],
  }),
  clientScenario({
    id: 'answers/as-http-allows',
    title: 'Bodies are compressed if the client accepts it, and media types have a parameter',
    session: { layout: ['compressed', 'parameters'] },
    claims: [...inEverySession, ...savesAsHttpAllows, endsInOrder('client-takes-what-http-allows')],
  }),
  clientScenario({
    id: 'answers/accepted-updates',
    title: 'Updates are answered with 202, and with a state that says that they are at work',
    needs: [{ journey: 'update' }],
    session: { layout: ['accepted-updates'] },
    claims: [endsInOrder('client-takes-any-success-of-an-update')],
  }),
  clientScenario({
    id: 'answers/loud-bearer',
    title: 'The token type is written in capitals',
    session: { layout: ['loud-bearer'] },
    claims: [endsInOrder('client-takes-any-case-of-bearer')],
  }),
  clientScenario({
    id: 'documents/slow-proposal',
    title: 'The proposal is not ready for some seconds',
    needs: [{ journey: 'proposal' }],
    session: { platform: { proposalMs: 9000 } },
    claims: [
      ...[...inEverySession, waitsOn409, savesTheProposal, reusesItsToken],
      endsInOrder('client-handles-plain-text-errors'),
    ],
  }),
  clientScenario({
    id: 'documents/proposal-in-transition',
    title: 'The proposal is not ready at first, whenever it is asked for',
    needs: [{ journey: 'proposal' }],
    session: {
      faults: [{ on: 'quote-proposal', times: 2, does: { kind: 'answer', status: 409, body: 'text' } }],
    },
    claims: [
      ...inEverySession,
      waitsOn409,
      savesTheProposal,
      endsInOrder('client-handles-plain-text-errors'),
    ],
  }),
  clientScenario({
    id: 'documents/proposal-asks-for-a-pause',
    title: 'The proposal is not ready, and asks for a pause of seven seconds',
    needs: [{ journey: 'proposal' }],
    session: {
      faults: [
        {
          on: 'quote-proposal',
          times: 1,
          does: { kind: 'answer', status: 409, body: 'text', retryAfter: '7' },
        },
      ],
    },
    // Long enough to show that a client polls meanwhile. The client may follow the header or not.
    claims: [...inEverySession, ...pollingClaims, waitsOn409, savesTheProposal],
  }),
  clientScenario({
    id: 'documents/proposal-long-in-transition',
    title: 'The proposal is not ready six times in a row, and asks for a pause each time',
    needs: [{ journey: 'proposal' }],
    session: {
      faults: [
        {
          on: 'quote-proposal',
          times: 6,
          does: { kind: 'answer', status: 409, body: 'text', retryAfter: '1' },
        },
      ],
    },
    // The number of attempts is open, and so is how the client ends.
    claims: [...inEverySession, waitsOn409, reusesItsToken],
  }),
  clientScenario({
    id: 'documents/proposal-long-after-trouble',
    title: 'The proposal is not ready, meets a 5xx, and is not ready four times in a row then',
    needs: [{ journey: 'proposal' }],
    session: {
      faults: [
        { on: 'quote-proposal', after: 1, times: 1, does: { kind: 'answer', status: 503, body: 'text' } },
        { on: 'quote-proposal', times: 6, does: { kind: 'answer', status: 409, body: 'text' } },
      ],
    },
    claims: [...inEverySession, waitsOn409, retries5xx],
  }),
  clientScenario({
    id: 'documents/proposal-long-after-a-refused-token',
    title: 'The proposal is not ready, its token is refused, and it is not ready seven times in a row then',
    needs: [{ journey: 'proposal' }],
    session: {
      faults: [met('quote-proposal', REVOKED, 1), { on: 'quote-proposal', times: 9, does: NOT_READY }],
    },
    claims: [...inEverySession, waitsOn409, renewsAfter401],
  }),
  clientScenario({
    id: 'documents/no-proposal',
    title: 'There is no proposal',
    needs: [{ journey: 'proposal' }],
    session: { faults: [{ on: 'quote-proposal', does: { kind: 'answer', status: 404, body: 'text' } }] },
    claims: [...inEverySession, givesUpOn404, comesToAnEnd('client-handles-plain-text-errors')],
  }),
  clientScenario({
    id: 'documents/slow-policy',
    title: 'The answer with the policy document takes eight seconds',
    needs: [{ journey: 'policy' }],
    session: { faults: [met('policy', { kind: 'late', ms: 8000 })] },
    // Long enough to show that a client polls meanwhile. The client may take the answer for lost.
    claims: [...inEverySession, stopsAtIssued, reusesItsToken],
  }),
  clientScenario({
    id: 'documents/no-policy',
    title: 'There is no policy document',
    needs: [{ journey: 'policy' }],
    session: { faults: [{ on: 'policy', does: { kind: 'answer', status: 404, body: 'text' } }] },
    claims: [...inEverySession, savesNoOtherPolicy, comesToAnEnd('client-handles-plain-text-errors')],
  }),
  clientScenario({
    id: 'documents/refused-policy',
    title: 'The policy document is refused in plain text',
    needs: [{ journey: 'policy' }],
    session: { faults: [{ on: 'policy', does: { kind: 'answer', status: 400, body: 'text' } }] },
    claims: [...inEverySession, savesNoOtherPolicy, comesToAnEnd('client-handles-plain-text-errors')],
  }),
]
