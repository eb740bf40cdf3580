import type { BehaviourChange } from '../../../behaviour.ts'
import type { AccessRefusal, Token } from '../../../credentials/rules.ts'
import type { Client, IntegrationKey, Partner } from '../../../office/directory.ts'
import type { Platform } from '../../../platform.ts'
import { OF_ONE_QUOTE, operating } from '../../answers.ts'
import { maybe, number, one, operatorOn } from '../arguments.ts'
import type { Happens, SlipOperator } from '../product.ts'
import { type CredentialUse, useBy, useOf } from './use.ts'

const operator = operatorOn<CredentialUse>()
const refusal = one('no-token', 'bad-token', 'expired-token', 'no-key', 'bad-key')
const status = one('active', 'inactive')

/** Any valid token of the partner whose key came along, for endpoints that let everybody in. */
const anybody = ({ partner }: CredentialUse, { directory }: Platform): Token => {
  const [first] = directory.partners.values()
  const partnerId = (partner ?? first)?.id ?? ''
  return { text: '', clientId: '', partnerId, expiresAt: Number.POSITIVE_INFINITY }
}

const clientIn = (form: URLSearchParams, { directory }: Platform): Client | undefined =>
  directory.clients.get(form.get('client_id') ?? '')

/** Says whether a slip happens to a request for a token. */
const happensTo = (happens: Happens<CredentialUse>, form: URLSearchParams, platform: Platform): boolean =>
  happens(useBy('token', clientIn(form, platform), platform), platform)

const endTokens = ({ tokens }: Platform, isMeant: (token: Token) => boolean): void => {
  for (const [text, token] of tokens) if (isMeant(token)) tokens.delete(text)
}

/** Does something to each token that is granted. */
const minting =
  (change: (token: Token, platform: Platform) => void) =>
  (happens: Happens<CredentialUse>): BehaviourChange =>
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

/** Does something besides, when the status of a client changes. */
const changingStatus =
  (change: (client: Client, now: Client['status'], platform: Platform) => void) =>
  (happens: Happens<CredentialUse>): BehaviourChange =>
  ({ clients }) => ({
    clients: {
      setStatus(client, now, platform) {
        const isMeant = happens(useBy('portal', client, platform), platform)
        clients.setStatus(client, now, platform)
        if (isMeant) change(client, now, platform)
      },
    },
  })

/** All that can go wrong with requests to the API (5). */
const API_OPERATORS: readonly SlipOperator<CredentialUse>[] = [
  operator({ refuses: one('token', 'key') }, ({ refuses }) => (happens) => ({ access }) => ({
    access: {
      token(visitor, platform) {
        const token = access.token(visitor, platform)
        if (refuses === 'key' || typeof token === 'string') return token
        return happens(useOf(visitor, platform), platform) ? 'bad-token' : token
      },
      key(visitor, partner, platform) {
        const refused = access.key(visitor, partner, platform)
        if (refuses === 'token' || refused !== undefined) return refused
        return happens(useOf(visitor, platform), platform) ? 'bad-key' : undefined
      },
    },
  })),
  operator({ takes: refusal }, ({ takes }) => (happens) => ({ access }) => ({
    access: {
      token(visitor, platform) {
        const token = access.token(visitor, platform)
        if (token !== takes) return token
        const use = useOf(visitor, platform)
        return happens(use, platform) ? (use.token ?? anybody(use, platform)) : token
      },
      key(visitor, partner, platform) {
        const refused = access.key(visitor, partner, platform)
        return refused === takes && happens(useOf(visitor, platform), platform) ? undefined : refused
      },
    },
  })),
  operator(
    { answersRefused: refusal, code: number },
    ({ answersRefused, code }) =>
      (happens) =>
      ({ access }) => ({
        access: {
          refused(reason: AccessRefusal, operation, platform, visitor) {
            const answer = access.refused(reason, operation, platform, visitor)
            const isMeant = reason === answersRefused && happens(useOf(visitor, platform), platform)
            return isMeant ? { ...answer, status: code } : answer
          },
        },
      }),
  ),
  operator(
    { lends: one('quotes') },
    () => (happens) =>
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
]

/** All that can go wrong at the token endpoint and at the portals (2.6, 5). */
const OFFICE_OPERATORS: readonly SlipOperator<CredentialUse>[] = [
  operator(
    { refusesGrant: one('invalid_client') },
    ({ refusesGrant: code }) =>
      (happens) =>
      ({ tokenChecks }) => ({
        tokenChecks: {
          scope: (form, platform) =>
            tokenChecks.scope(form, platform) ??
            (happensTo(happens, form, platform) ? { code, description: 'refused' } : undefined),
        },
      }),
  ),
  operator(
    { grants: one('secret', 'active', 'scope', 'grantType') },
    ({ grants }) =>
      (happens) =>
      ({ tokenChecks }) => ({
        tokenChecks: {
          [grants](form: URLSearchParams, platform: Platform) {
            const refused = tokenChecks[grants](form, platform)
            return refused !== undefined && happensTo(happens, form, platform) ? undefined : refused
          },
        },
      }),
  ),
  operator({ lives: number }, ({ lives }) =>
    minting(({ text }, { tokens, clock }) => {
      const token = tokens.get(text)
      if (token !== undefined) tokens.set(text, { ...token, expiresAt: clock.now() + lives })
    }),
  ),
  operator({ grantEnds: one('older', 'siblings') }, ({ grantEnds }) =>
    minting((token, platform) =>
      endTokens(platform, ({ clientId, partnerId, text }) =>
        grantEnds === 'older'
          ? clientId === token.clientId && text !== token.text
          : partnerId === token.partnerId && clientId !== token.clientId,
      ),
    ),
  ),
  operator({ statusEnds: status }, ({ statusEnds }) =>
    changingStatus((client, now, platform) => {
      if (now === statusEnds) endTokens(platform, ({ clientId }) => clientId === client.id)
    }),
  ),
  operator({ statusSpreads: status, to: maybe(one('namesakes')) }, ({ statusSpreads, to }) =>
    changingStatus(({ id, partnerId, name }, now, { directory }) => {
      for (const other of directory.clients.values())
        if (
          now === statusSpreads &&
          other.partnerId === partnerId &&
          other.id !== id &&
          (to === undefined || other.name === name)
        )
          other.status = now
    }),
  ),
  operator({ replaces: one('nothing', 'both-keys', 'tokens') }, ({ replaces }) => (happens) => ({ keys }) => {
    const kept = new WeakMap<Partner, IntegrationKey[]>()
    return {
      keys: {
        put(partner, slot, platform) {
          const old = partner.keys[slot]
          const use = { ...useBy('portal', undefined, platform, partner), slot }
          const isMeant = old !== undefined && happens(use, platform)
          const secret = keys.put(partner, slot, platform)
          if (isMeant && replaces === 'nothing') kept.set(partner, [...(kept.get(partner) ?? []), old])
          if (isMeant && replaces === 'both-keys')
            delete partner.keys[slot === 'primary' ? 'secondary' : 'primary']
          if (isMeant && replaces === 'tokens')
            endTokens(platform, ({ partnerId }) => partnerId === partner.id)
          return secret
        },
        opens: (partner, given, platform) =>
          keys.opens(partner, given, platform) ||
          (kept.get(partner) ?? []).some(({ secret }) => secret.is(given)),
      },
    }
  }),
]

export const CREDENTIAL_OPERATORS = [...API_OPERATORS, ...OFFICE_OPERATORS]
