import type { AccessRefusal, Token } from '../../../../credentials/rules.ts'
import { routes } from '../../../../http/routes.ts'
import type { Platform } from '../../../../platform.ts'
import { OF_ONE_QUOTE, operating } from '../../../answers.ts'
import type { Mutant } from '../../../mutant.ts'
import { type CredentialUse, useOf } from '../use.ts'
import { type CredentialSlip, ofEach, slipOf, WORKS } from './slip.ts'

const slip = slipOf('api')

/** Any valid token of the partner whose key came along, for endpoints that let everybody in. */
const anybody = ({ partner }: CredentialUse, { directory }: Platform): Token => {
  const [first] = directory.partners.values()
  const partnerId = (partner ?? first)?.id ?? ''
  return { text: '', clientId: '', partnerId, expiresAt: Number.POSITIVE_INFINITY }
}
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
/** One line a slip of requests to the API (5). */
export const API_SLIPS: readonly CredentialSlip[] = [
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
]
