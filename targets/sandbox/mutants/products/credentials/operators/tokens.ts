import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Token } from '../../../../credentials/rules.ts'
import type { AccountStatus } from '../../../../office/directory.ts'
import type { Platform } from '../../../../platform.ts'
import { FORMS, formed, rewritten } from '../../../answers.ts'
import { instead } from '../../../instead.ts'
import { number, one, some } from '../../arguments.ts'
import { changing, MEMBERS } from '../../members.ts'
import type { SlipOperator } from '../../product.ts'
import { type CredentialUse, useBy } from '../use.ts'
import { type CredentialHappens, clientIn, credentialOperator, endTokens, happensTo } from './operator.ts'

/** Does something to each token that is granted. */
const minting =
  (change: (token: Token, platform: Platform) => void) =>
  (happens: CredentialHappens): BehaviourChange =>
    instead('tokens.mint', (usual, client, platform) => {
      const isMeant = happens(useBy('token', client, platform), platform)
      const token = usual(client, platform)
      if (isMeant) change(token, platform)
      return platform.tokens.get(token.text) ?? token
    })

const account = one('pending', 'active', 'denied', 'disabled') satisfies (given: unknown) => AccountStatus

/** All that can go wrong at the token endpoint (2.6, 5). */
export const TOKEN_OPERATORS: readonly SlipOperator<CredentialUse>[] = [
  credentialOperator(
    { refusesGrant: one('invalid_client') },
    ({ refusesGrant: code }) =>
      (happens) =>
        instead('tokenChecks.scope', (usual, form, platform) => {
          const isMeant = happensTo(happens, form, platform)
          return usual(form, platform) ?? (isMeant ? { code, description: 'refused' } : undefined)
        }),
  ),
  credentialOperator(
    { grants: one('secret', 'active', 'scope', 'grantType') },
    ({ grants }) =>
      (happens) =>
        instead(`tokenChecks.${grants}`, (usual, form, platform) => {
          const refused = usual(form, platform)
          return refused !== undefined && happensTo(happens, form, platform) ? undefined : refused
        }),
  ),
  credentialOperator({ lives: number }, ({ lives }) =>
    minting(({ text }, { tokens, clock }) => {
      const token = tokens.get(text)
      if (token !== undefined) tokens.set(text, { ...token, expiresAt: clock.now() + lives })
    }),
  ),
  credentialOperator({ grantEnds: one('older', 'siblings') }, ({ grantEnds }) =>
    minting((token, platform) =>
      endTokens(platform, ({ clientId, partnerId, text }) =>
        grantEnds === 'older'
          ? clientId === token.clientId && text !== token.text
          : partnerId === token.partnerId && clientId !== token.clientId,
      ),
    ),
  ),
  credentialOperator(
    { token: one('issued'), ...FORMS, ...MEMBERS },
    (given) => (happens) =>
      instead('tokens.issued', (usual, token, platform) => {
        const answer = usual(token, platform)
        const client = platform.directory.clients.get(token.clientId)
        return happens(useBy('token', client, platform), platform)
          ? formed(rewritten(answer, changing(given)), given)
          : answer
      }),
  ),
  credentialOperator({ admits: some(account) }, ({ admits }) => (happens) => ({ clients, tokenChecks }) => ({
    clients: { mayCreate: (partner) => admits.includes(partner.status) || clients.mayCreate(partner) },
    tokenChecks: {
      account(form, platform) {
        const refused = tokenChecks.account(form, platform)
        const partner = platform.directory.partners.get(clientIn(form, platform)?.partnerId ?? '')
        const isMeant = partner !== undefined && admits.includes(partner.status)
        return isMeant && happensTo(happens, form, platform) ? undefined : refused
      },
    },
  })),
]
