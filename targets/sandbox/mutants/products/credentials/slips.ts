import type { AccessRefusal, Token, TokenChecks } from '../../../credentials/rules.ts'
import { routes } from '../../../http/routes.ts'
import type { Client, IntegrationKey, Partner, Slot } from '../../../office/directory.ts'
import type { Platform } from '../../../platform.ts'
import { OF_ONE_QUOTE, operating } from '../../answers.ts'
import type { Mutant } from '../../mutant.ts'
import type { Slip } from '../product.ts'
import { type Use, useBy, useOf } from './use.ts'

type CredentialSlip = Slip<Use>

const slip = (
  id: string,
  says: string,
  kills: Mutant['kills'],
  change: CredentialSlip['change'],
): CredentialSlip => ({ id, says, kills, change })

/** A slip of the token endpoint or of a portal. */
const office = (...of: Parameters<typeof slip>): CredentialSlip => ({ ...slip(...of), part: 'office' })

/** A requirement of each endpoint. */
const ofEach = (what: string): Mutant['kills'] =>
  routes.map(({ operation }) => `${operation}-${what}`) as unknown as Mutant['kills']

/** What a request with valid credentials shows. */
const WORKS: Mutant['kills'] = [
  ...['older-token-stays-valid', 'primary-key-works', 'secondary-key-works', 'either-key-opens-every-quote'],
  ...['deactivation-spares-other-clients', 'issued-token-survives-deactivation', 'submit-answers-200'],
  ...['status-code-200', 'bind-answers-202', 'update-code', 'token-lives-3600-seconds'],
] as unknown as Mutant['kills']

/** Any valid token of the partner whose key came along, for endpoints that let everybody in. */
const anybody = ({ partner }: Use, { directory }: Platform): Token => {
  const [first] = directory.partners.values()
  const partnerId = (partner ?? first)?.id ?? ''
  return { text: '', clientId: '', partnerId, expiresAt: Number.POSITIVE_INFINITY }
}

/** What a right token request shows. */
const GRANTED: Mutant['kills'] = ['token-answers-200', 'approved-account-authenticates', ...WORKS]

/** What a token shows that lives for its time. */
const LIVES: Mutant['kills'] = ['token-lives-3600-seconds', 'primary-key-works', 'secondary-key-works']

/** Takes requests whose token is refused for a reason. */
const takes =
  (reason: AccessRefusal): CredentialSlip['change'] =>
  (happens) =>
  ({ access }) => ({
    access: {
      token(visitor, platform) {
        const token = access.token(visitor, platform)
        if (token !== reason) return token
        const use = useOf(visitor, platform)
        return happens(use, platform) ? (use.token ?? anybody(use, platform)) : token
      },
    },
  })

/** Takes requests whose key is refused for a reason. */
const takesKeys =
  (reason: AccessRefusal): CredentialSlip['change'] =>
  (happens) =>
  ({ access }) => ({
    access: {
      key(visitor, partner, platform) {
        const refusal = access.key(visitor, partner, platform)
        return refusal === reason && happens(useOf(visitor, platform), platform) ? undefined : refusal
      },
    },
  })

/** Answers requests that are refused for a reason with another code. */
const refusesWith =
  (reason: AccessRefusal, code: number): CredentialSlip['change'] =>
  (happens) =>
  ({ access }) => ({
    access: {
      refused(refusal, operation, platform, visitor) {
        const answer = access.refused(refusal, operation, platform, visitor)
        const isMeant = refusal === reason && happens(useOf(visitor, platform), platform)
        return isMeant ? { ...answer, status: code } : answer
      },
    },
  })

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

/** One line a slip of access (5). */
export const CREDENTIAL_SLIPS: readonly CredentialSlip[] = [
  slip('refuses-tokens', 'A valid token is refused', WORKS, (happens) => ({ access }) => ({
    access: {
      token(visitor, platform) {
        const token = access.token(visitor, platform)
        if (typeof token === 'string') return token
        return happens(useOf(visitor, platform), platform) ? 'bad-token' : token
      },
    },
  })),
  slip('refuses-keys', 'A valid key is refused', WORKS, (happens) => ({ access }) => ({
    access: {
      key(visitor, partner, platform) {
        const refusal = access.key(visitor, partner, platform)
        if (refusal !== undefined) return refusal
        return happens(useOf(visitor, platform), platform) ? 'bad-key' : undefined
      },
    },
  })),
  slip(
    'no-token-taken',
    'A request without a token is answered',
    ofEach('no-token-refused'),
    takes('no-token'),
  ),
  slip('any-token-taken', 'Any text is taken for a token', ofEach('invalid-token-401'), takes('bad-token')),
  slip(
    'expired-token-taken',
    'An expired token is taken',
    ofEach('expired-token-401'),
    takes('expired-token'),
  ),
  slip('no-key-taken', 'A request without a key is answered', ofEach('no-key-refused'), takesKeys('no-key')),
  slip('any-key-taken', 'Any text is taken for a key', ofEach('wrong-key-refused'), takesKeys('bad-key')),
  slip(
    'no-token-404',
    'A request without a token is answered as not found',
    ofEach('no-token-401'),
    refusesWith('no-token', 404),
  ),
  slip(
    'bad-token-403',
    'An unknown token is answered with 403',
    ofEach('invalid-token-401'),
    refusesWith('bad-token', 403),
  ),
  slip(
    'expired-token-400',
    'An expired token is answered with 400',
    ofEach('expired-token-401'),
    refusesWith('expired-token', 400),
  ),
  slip(
    'quotes-of-others',
    'A quote of another partner is shown',
    routes
      .filter(({ operation }) => operation !== 'submit')
      .map(({ operation }) => `${operation}-foreign-quote`) as unknown as Mutant['kills'],
    (happens) =>
      operating(OF_ONE_QUOTE, (standard, call, platform) => {
        const { headers, operation, id } = call
        const owner = platform.directory.partners.get(platform.quotes.get(id.toLowerCase())?.partnerId ?? '')
        if (owner === undefined || owner.id === call.partner.id) return standard()
        const isMeant = happens(useOf({ operation, headers, url: `/${id}` }, platform), platform)
        return isMeant
          ? platform.behaviour.operations[operation]({ ...call, partner: owner }, platform)
          : standard()
      }),
  ),
  office('no-grants', 'A right token request is refused', GRANTED, (happens) => ({ tokenChecks }) => ({
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
  office(
    'wrong-secret-granted',
    'A wrong secret gets a token',
    ['token-wrong-secret-refused', 'token-foreign-secret-refused'],
    grants('secret'),
  ),
  office(
    'inactive-granted',
    'An inactive client gets a token',
    ['token-inactive-client-refused'],
    grants('active'),
  ),
  office('other-scope-granted', 'Another scope gets a token', ['token-other-scope-refused'], grants('scope')),
  office(
    'other-grant-granted',
    'Another grant type gets a token',
    ['token-other-grant-refused'],
    grants('grantType'),
  ),
  office('short-tokens', 'A token lives for half its time', LIVES, mints(livesFor(1_800_000))),
  office(
    'long-tokens',
    'A token lives for two hours',
    ofEach('expired-token-401'),
    mints(livesFor(7_200_000)),
  ),
  office(
    'one-token-at-a-time',
    'A new token ends the older ones of its client',
    ['older-token-stays-valid'],
    mints((token, platform) =>
      endsTokens(platform, ({ clientId, text }) => clientId === token.clientId && text !== token.text),
    ),
  ),
  office(
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
  office(
    'deactivation-ends-tokens',
    'Tokens end as their client is deactivated',
    ['issued-token-survives-deactivation'],
    besides((client, status, platform) => {
      if (status === 'inactive') endsTokens(platform, ({ clientId }) => clientId === client.id)
    }),
  ),
  office(
    'deactivation-of-all',
    'The deactivation of a client is also that of the others of its partner',
    ['deactivation-spares-other-clients', ...WORKS],
    besides(({ id, partnerId }, status, { directory }) => {
      for (const other of directory.clients.values())
        if (other.partnerId === partnerId && other.id !== id) other.status = status
    }),
  ),
  office(
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
  office(
    'replacing-ends-the-other-key',
    'A replaced key takes the other one with it',
    ['primary-key-works', 'secondary-key-works', 'key-rotation-has-its-steps'],
    replacing(({ keys }, slot) => {
      delete keys[slot === 'primary' ? 'secondary' : 'primary']
    }),
  ),
  office(
    'replacing-ends-tokens',
    'The tokens of a partner end as it replaces a key',
    WORKS,
    replacing(({ id }, _slot, _old, platform) => endsTokens(platform, ({ partnerId }) => partnerId === id)),
  ),
]
