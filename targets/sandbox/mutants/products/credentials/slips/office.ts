import type { Token, TokenChecks } from '../../../../credentials/rules.ts'
import type { Client, IntegrationKey, Partner, Slot } from '../../../../office/directory.ts'
import type { Platform } from '../../../../platform.ts'
import type { Mutant } from '../../../mutant.ts'
import { useBy } from '../use.ts'
import { type CredentialSlip, ofEach, slipOf, WORKS } from './slip.ts'

const slip = slipOf('office')

/** Requirements that a right token request meets. */
const GRANTED: Mutant['kills'] = ['token-answers-200', 'approved-account-authenticates', ...WORKS]

/** Requirements that a token meets which lives for its time. */
const LIVES: Mutant['kills'] = ['token-lives-3600-seconds', 'primary-key-works', 'secondary-key-works']
/** Passes token requests that one of the checks refuses. */
const grants =
  (check: keyof TokenChecks<Platform>): CredentialSlip['change'] =>
  (happens) =>
  ({ tokenChecks }) => ({
    tokenChecks: {
      [check](form: URLSearchParams, platform: Platform) {
        const refusal = tokenChecks[check](form, platform)
        const isMeant =
          refusal !== undefined && happens(useBy('token', clientIn(form, platform), platform), platform)
        return isMeant ? undefined : refusal
      },
    },
  })

const clientIn = (form: URLSearchParams, { directory }: Platform): Client | undefined =>
  directory.clients.get(form.get('client_id') ?? '')

/** Changes tokens as they are issued, or what they end. */
const mints =
  (change: (token: Token, platform: Platform) => void): CredentialSlip['change'] =>
  (happens) =>
  ({ tokens }) => ({
    tokens: {
      mint(client, platform) {
        const isMeant = happens(useBy('token', client, platform), platform)
        const token = tokens.mint(client, platform)
        if (isMeant) change(token, platform)
        return platform.tokens.get(token.text) ?? token
      },
    },
  })

const livesFor =
  (ms: number) =>
  (token: Token, { tokens, clock }: Platform): unknown =>
    tokens.set(token.text, { ...token, expiresAt: clock.now() + ms })

/** Ends tokens of a client. */
const endsTokens = ({ tokens }: Platform, isMeant: (token: Token) => boolean): void => {
  for (const [text, token] of tokens) if (isMeant(token)) tokens.delete(text)
}

/** Does something besides, when the status of a client changes. */
const besides =
  (
    change: (client: Client, status: Client['status'], platform: Platform) => void,
  ): CredentialSlip['change'] =>
  (happens) =>
  ({ clients }) => ({
    clients: {
      setStatus(client, status, platform) {
        const isMeant = happens(useBy('portal', client, platform), platform)
        clients.setStatus(client, status, platform)
        if (isMeant) change(client, status, platform)
      },
    },
  })

/** Does something with the keys of a partner when one is replaced. */
const replacing =
  (
    change: (partner: Partner, slot: Slot, old: IntegrationKey, platform: Platform) => void,
  ): CredentialSlip['change'] =>
  (happens) =>
  ({ keys }) => ({
    keys: {
      put(partner, slot, platform) {
        const old = partner.keys[slot]
        const isMeant =
          old !== undefined && happens({ ...useBy('portal', undefined, platform, partner), slot }, platform)
        const secret = keys.put(partner, slot, platform)
        if (isMeant) change(partner, slot, old, platform)
        return secret
      },
    },
  })
/** One line a slip of the token endpoint or of a portal (2.6, 5). */
export const OFFICE_SLIPS: readonly CredentialSlip[] = [
  slip('no-grants', 'A right token request is refused', GRANTED, (happens) => ({ tokenChecks }) => ({
    tokenChecks: {
      scope(form, platform) {
        const refusal = tokenChecks.scope(form, platform)
        if (refusal !== undefined) return refusal
        return happens(useBy('token', clientIn(form, platform), platform), platform)
          ? { code: 'invalid_client', description: 'no' }
          : undefined
      },
    },
  })),
  slip(
    'wrong-secret-granted',
    'A wrong secret gets a token',
    ['token-wrong-secret-refused', 'token-foreign-secret-refused'],
    grants('secret'),
  ),
  slip(
    'inactive-granted',
    'An inactive client gets a token',
    ['token-inactive-client-refused'],
    grants('active'),
  ),
  slip('other-scope-granted', 'Another scope gets a token', ['token-other-scope-refused'], grants('scope')),
  slip(
    'other-grant-granted',
    'Another grant type gets a token',
    ['token-other-grant-refused'],
    grants('grantType'),
  ),
  slip('short-tokens', 'A token lives for half its time', LIVES, mints(livesFor(1_800_000))),
  slip('long-tokens', 'A token lives for two hours', ofEach('expired-token-401'), mints(livesFor(7_200_000))),
  slip(
    'one-token-at-a-time',
    'A new token ends the older ones of its client',
    ['older-token-stays-valid'],
    mints((token, platform) =>
      endsTokens(platform, ({ clientId, text }) => clientId === token.clientId && text !== token.text),
    ),
  ),
  slip(
    'one-token-of-a-partner',
    'A new token ends those of the other clients of its partner',
    ['older-token-stays-valid', ...WORKS],
    mints((token, platform) =>
      endsTokens(
        platform,
        ({ clientId, partnerId }) => partnerId === token.partnerId && clientId !== token.clientId,
      ),
    ),
  ),
  slip(
    'deactivation-ends-tokens',
    'Tokens end as their client is deactivated',
    ['issued-token-survives-deactivation'],
    besides((client, status, platform) => {
      if (status === 'inactive') endsTokens(platform, ({ clientId }) => clientId === client.id)
    }),
  ),
  slip(
    'deactivation-of-all',
    'The deactivation of a client is also that of the others of its partner',
    ['deactivation-spares-other-clients', ...WORKS],
    besides(({ id, partnerId }, status, { directory }) => {
      for (const other of directory.clients.values())
        if (other.partnerId === partnerId && other.id !== id) other.status = status
    }),
  ),
  slip(
    'replaced-key-stays',
    'A replaced key goes on working',
    ['replaced-key-stops-working'],
    (happens) => (base) => {
      const kept = new WeakMap<Partner, IntegrationKey[]>()
      const { keys = {} } = replacing((partner, _, old) =>
        kept.set(partner, [...(kept.get(partner) ?? []), old]),
      )(happens)(base)
      return {
        keys: {
          ...keys,
          opens: (partner, given, platform) =>
            base.keys.opens(partner, given, platform) ||
            (kept.get(partner) ?? []).some(({ secret }) => secret.is(given)),
        },
      }
    },
  ),
  slip(
    'replacing-ends-the-other-key',
    'A replaced key takes the other one with it',
    ['primary-key-works', 'secondary-key-works', 'key-rotation-has-its-steps'],
    replacing(({ keys }, slot) => {
      delete keys[slot === 'primary' ? 'secondary' : 'primary']
    }),
  ),
  slip(
    'replacing-ends-tokens',
    'The tokens of a partner end as it replaces a key',
    WORKS,
    replacing(({ id }, _slot, _old, platform) => endsTokens(platform, ({ partnerId }) => partnerId === id)),
  ),
]
