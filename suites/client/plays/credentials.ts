import type { Operation } from '../../../conformance/exchange.ts'
import type { Fault } from '../../../conformance/ports/client.ts'
import { comesToAnEnd, endsInOrder, saysWhatItCouldNotDo } from '../claims/endings.ts'
import { inEveryPlay } from '../claims/in-every-play.ts'
import { pollingClaims } from '../claims/polling.ts'
import { keepsCredentials, printsNoSecret } from '../claims/safety.ts'
import { endsOn401, renewsAfter401, renewsBeforeExpiry, reusesItsToken } from '../claims/tokens.ts'
import { type ClientScenario, type PlayScenario, played } from '../vocabulary/context.ts'
import { met, REVOKED } from './kinds.ts'
import { wholeJourney } from './straight.ts'

const revokedOnce = (...operations: readonly Operation[]): readonly Fault[] =>
  operations.map((on) => ({ on, times: 1, does: { kind: 'revoke' } }))

const redirected = (
  status: 301 | 302 | 303 | 307 | 308,
  ...operations: readonly Operation[]
): readonly Fault[] => operations.map((on) => ({ on, does: { kind: 'redirect', status } }))

/** A play in which a token is refused once, on requests of one kind. */
const unauthorized = (name: string, faults: readonly Fault[], more: Partial<PlayScenario> = {}) =>
  played({
    id: `tokens/refused-${name}`,
    title: `The token is refused once on ${name}`,
    ...more,
    play: { faults, ...more.play },
    claims: [...inEveryPlay, renewsAfter401, endsInOrder('client-renews-after-401'), ...(more.claims ?? [])],
  })

/** Tokens that expire or are refused, and secrets that are unusual or could leak. */
export const credentials: readonly ClientScenario[] = [
  played({
    id: 'tokens/short-lived',
    title: 'A token lives for five seconds, and the rating takes longer',
    play: { platform: { tokenSeconds: 5, ratingMs: 11_000 } },
    claims: [...inEveryPlay, renewsBeforeExpiry, endsInOrder('client-writes-its-result')],
  }),
  unauthorized('submit', revokedOnce('submit')),
  unauthorized('status', revokedOnce('status'), {
    // Long enough to show the pace and the tokens of a client after a 401.
    play: { platform: { ratingMs: 7000 } },
    claims: [...pollingClaims, reusesItsToken],
  }),
  played({
    id: 'tokens/refused-status-late',
    title: 'The token is refused once on status, when the rating has gone on for a while',
    needs: [{ journey: 'poll' }],
    play: { platform: { ratingMs: 20_000 }, faults: [met('status', REVOKED, 4)] },
    // The specification does not say how long a client waits.
    claims: [...inEveryPlay, ...pollingClaims, renewsAfter401, reusesItsToken],
  }),
  unauthorized('writes', revokedOnce('update', 'bind'), { needs: [{ journey: 'bind' }] }),
  // A client that binds right after its update is refused here. All that it must do is end.
  played({
    id: 'tokens/refused-update',
    title: 'The token is refused once on an update, which takes the quote back to pending for a while',
    needs: [{ journey: 'update' }],
    play: { platform: { reratingMs: 7000 }, faults: revokedOnce('update') },
    claims: [...inEveryPlay, ...pollingClaims, renewsAfter401, comesToAnEnd('client-renews-after-401')],
  }),
  unauthorized('documents', revokedOnce('quote-proposal', 'policy'), { needs: [{ journey: 'proposal' }] }),
  played({
    id: 'tokens/beside-a-refresh-token',
    title: 'A refresh token comes with each token, and the token is refused once',
    // The next token request shows a client that uses another grant, which the platform does not have.
    play: { layout: ['refresh-token'], faults: revokedOnce('submit') },
    claims: [...inEveryPlay, renewsAfter401, endsInOrder('client-renews-after-401')],
  }),
  played({
    id: 'tokens/refused-for-good',
    title: 'Every token is refused',
    play: { faults: [{ on: 'submit', does: { kind: 'revoke' } }] },
    claims: [...inEveryPlay, endsOn401, saysWhatItCouldNotDo],
  }),
  played({
    id: 'tokens/no-token',
    title: 'The token endpoint refuses the client',
    play: { faults: [{ on: 'token', does: { kind: 'answer', status: 401, body: 'json' } }] },
    claims: [...inEveryPlay, endsOn401, saysWhatItCouldNotDo],
  }),
  played({
    id: 'credentials/awkward-secrets',
    title: 'Secrets hold characters that mean something in a form, and a token is asked for several times',
    // A client may use different code for a repeat or a renewal than for the first request.
    play: {
      platform: { secretSuffix: '&+%=%41;' },
      faults: [
        { on: 'token', times: 1, does: { kind: 'answer', status: 503, body: 'text' } },
        ...revokedOnce('status'),
      ],
    },
    claims: [...wholeJourney, renewsAfter401],
  }),
  played({
    id: 'tokens/long',
    title: 'Tokens are long and hold every character that a token may',
    play: { platform: { longTokens: true } },
    claims: wholeJourney,
  }),
  played({
    id: 'tokens/refused-without-a-word',
    title: 'The token is refused once, by the status alone',
    play: {
      layout: ['no-challenge'],
      faults: (['submit', 'bind', 'policy'] as const).map((on) => ({
        on,
        times: 1,
        does: { kind: 'revoke', body: 'empty' },
      })),
    },
    claims: [...inEveryPlay, renewsAfter401, endsInOrder('client-renews-after-401')],
  }),
  played({
    id: 'addresses/deep',
    title: 'The base URL has a longer path',
    play: { path: '/partners/v2~east' },
    claims: wholeJourney,
  }),
  played({
    id: 'addresses/checkout-elsewhere',
    title: 'The checkout link leads to another origin',
    play: { layout: ['checkout-elsewhere'] },
    claims: [...inEveryPlay, keepsCredentials],
  }),
  played({
    id: 'addresses/redirected-status',
    title: 'The status is redirected to another origin',
    play: { faults: redirected(307, 'status') },
    claims: [keepsCredentials],
  }),
  played({
    id: 'addresses/redirected-documents',
    title: 'Documents are redirected to another origin',
    needs: [{ journey: 'proposal' }],
    play: { faults: redirected(302, 'quote-proposal', 'policy') },
    claims: [keepsCredentials],
  }),
  played({
    id: 'addresses/redirected-writes',
    title: 'Submissions are redirected to another origin',
    play: { faults: redirected(308, 'submit') },
    claims: [keepsCredentials, printsNoSecret],
  }),
  played({
    id: 'addresses/redirected-token',
    title: 'Token requests are redirected to another origin',
    // The play itself tests where these requests go.
    exempt: ['client-token-request-is-a-form'],
    play: { faults: redirected(307, 'token') },
    claims: [keepsCredentials],
  }),
]
