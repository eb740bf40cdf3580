import type { Operation } from '../../../conformance/exchange.ts'
import type { Fault } from '../../../conformance/ports/client.ts'
import { comesToAnEnd, endsInOrder, saysWhatItCouldNotDo } from '../claims/endings.ts'
import { inEverySession } from '../claims/in-every-session.ts'
import { pollingClaims } from '../claims/polling.ts'
import { keepsCredentials, printsNoSecret } from '../claims/safety.ts'
import { endsOn401, renewsAfter401, renewsBeforeExpiry, reusesItsToken } from '../claims/tokens.ts'
import { type ClientScenario, clientScenario, type SessionScenario } from '../vocabulary/context.ts'
import { met, REVOKED } from './kinds.ts'
import { wholeJourney } from './straight.ts'

const revokedOnce = (...operations: readonly Operation[]): readonly Fault[] =>
  operations.map((on) => ({ on, times: 1, does: { kind: 'revoke' } }))

const redirected = (
  status: 301 | 302 | 303 | 307 | 308,
  ...operations: readonly Operation[]
): readonly Fault[] => operations.map((on) => ({ on, does: { kind: 'redirect', status } }))

/** A session in which a token is refused once, on requests of one kind. */
const unauthorized = (name: string, faults: readonly Fault[], more: Partial<SessionScenario> = {}) =>
  clientScenario({
    id: `tokens/refused-${name}`,
    title: `The token is refused once on ${name}`,
    ...more,
    session: { faults, ...more.session },
    claims: [
      ...inEverySession,
      renewsAfter401,
      endsInOrder('client-renews-after-401'),
      ...(more.claims ?? []),
    ],
  })

/** Tokens that expire or are refused, and secrets that are unusual or could leak. */
export const credentials: readonly ClientScenario[] = [
  clientScenario({
    id: 'tokens/short-lived',
    title: 'A token lives for five seconds, and the rating takes longer',
    session: { platform: { tokenSeconds: 5, ratingMs: 11_000 } },
    claims: [...inEverySession, renewsBeforeExpiry, endsInOrder('client-writes-its-result')],
  }),
  unauthorized('submit', revokedOnce('submit')),
  unauthorized('status', revokedOnce('status'), {
    // Long enough to show the pace and the tokens of a client after a 401.
    session: { platform: { ratingMs: 7000 } },
    claims: [...pollingClaims, reusesItsToken],
  }),
  clientScenario({
    id: 'tokens/refused-status-late',
    title: 'The token is refused once on status, when the rating has gone on for a while',
    needs: [{ journey: 'poll' }],
    session: { platform: { ratingMs: 20_000 }, faults: [met('status', REVOKED, 4)] },
    // The specification does not say how long a client waits.
    claims: [...inEverySession, ...pollingClaims, renewsAfter401, reusesItsToken],
  }),
  unauthorized('writes', revokedOnce('update', 'bind'), { needs: [{ journey: 'bind' }] }),
  // A client that binds right after its update is refused here. All that it must do is end.
  clientScenario({
    id: 'tokens/refused-update',
    title: 'The token is refused once on an update, which takes the quote back to pending for a while',
    needs: [{ journey: 'update' }],
    session: { platform: { reratingMs: 7000 }, faults: revokedOnce('update') },
    claims: [...inEverySession, ...pollingClaims, renewsAfter401, comesToAnEnd('client-renews-after-401')],
  }),
  unauthorized('documents', revokedOnce('quote-proposal', 'policy'), { needs: [{ journey: 'proposal' }] }),
  clientScenario({
    id: 'tokens/beside-a-refresh-token',
    title: 'A refresh token comes with each token, and the token is refused once',
    // The next token request shows a client that uses another grant, which the platform does not have.
    session: { layout: ['refresh-token'], faults: revokedOnce('submit') },
    claims: [...inEverySession, renewsAfter401, endsInOrder('client-renews-after-401')],
  }),
  clientScenario({
    id: 'tokens/refused-for-good',
    title: 'Every token is refused',
    session: { faults: [{ on: 'submit', does: { kind: 'revoke' } }] },
    claims: [...inEverySession, endsOn401, saysWhatItCouldNotDo],
  }),
  clientScenario({
    id: 'tokens/no-token',
    title: 'The token endpoint refuses the client',
    session: { faults: [{ on: 'token', does: { kind: 'answer', status: 401, body: 'json' } }] },
    claims: [...inEverySession, endsOn401, saysWhatItCouldNotDo],
  }),
  clientScenario({
    id: 'credentials/awkward-secrets',
    title: 'Secrets hold characters that mean something in a form, and a token is asked for several times',
    // A client may use different code for a repeat or a renewal than for the first request.
    session: {
      platform: { secretSuffix: '&+%=%41;' },
      faults: [
        { on: 'token', times: 1, does: { kind: 'answer', status: 503, body: 'text' } },
        ...revokedOnce('status'),
      ],
    },
    claims: [...wholeJourney, renewsAfter401],
  }),
  clientScenario({
    id: 'tokens/long',
    title: 'Tokens are long and hold every character that a token may',
    session: { platform: { longTokens: true } },
    claims: wholeJourney,
  }),
  clientScenario({
    id: 'tokens/refused-without-a-word',
    title: 'The token is refused once, by the status alone',
    session: {
      layout: ['no-challenge'],
      faults: (['submit', 'bind', 'policy'] as const).map((on) => ({
        on,
        times: 1,
        does: { kind: 'revoke', body: 'empty' },
      })),
    },
    claims: [...inEverySession, renewsAfter401, endsInOrder('client-renews-after-401')],
  }),
  clientScenario({
    id: 'addresses/deep',
    title: 'The base URL has a longer path',
    session: { path: '/partners/v2~east' },
    claims: wholeJourney,
  }),
  clientScenario({
    id: 'addresses/checkout-elsewhere',
    title: 'The checkout link leads to another origin',
    session: { layout: ['checkout-elsewhere'] },
    claims: [...inEverySession, keepsCredentials],
  }),
  clientScenario({
    id: 'addresses/redirected-status',
    title: 'The status is redirected to another origin',
    session: { faults: redirected(307, 'status') },
    claims: [keepsCredentials],
  }),
  clientScenario({
    id: 'addresses/redirected-documents',
    title: 'Documents are redirected to another origin',
    needs: [{ journey: 'proposal' }],
    session: { faults: redirected(302, 'quote-proposal', 'policy') },
    claims: [keepsCredentials],
  }),
  clientScenario({
    id: 'addresses/redirected-writes',
    title: 'Submissions are redirected to another origin',
    session: { faults: redirected(308, 'submit') },
    claims: [keepsCredentials, printsNoSecret],
  }),
  clientScenario({
    id: 'addresses/redirected-token',
    title: 'Token requests are redirected to another origin',
    // The session itself tests where these requests go.
    exempt: ['client-token-request-is-a-form'],
    session: { faults: redirected(307, 'token') },
    claims: [keepsCredentials],
  }),
]
