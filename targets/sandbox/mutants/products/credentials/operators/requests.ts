import type { Token, Visitor } from '../../../../credentials/rules.ts'
import { answerAsText, isDocument } from '../../../../http/answer.ts'
import type { Platform } from '../../../../platform.ts'
import { move, standardLifecycle } from '../../../../quotes/lifecycle.ts'
import type { QuoteStatus } from '../../../../quotes/quote.ts'
import { OF_ONE_QUOTE, operating } from '../../../answers.ts'
import { after, instead } from '../../../instead.ts'
import { maybe, number, one, some, wordsOf } from '../../arguments.ts'
import { changesTogether, type SlipOperator } from '../../product.ts'
import { type CredentialUse, useOf } from '../use.ts'
import { credentialOperator } from './operator.ts'

const refusal = one('no-token', 'bad-token', 'expired-token', 'no-key', 'bad-key')
const ofOneQuote = one(...OF_ONE_QUOTE)
const state = one(...(Object.keys(standardLifecycle.transitions) as QuoteStatus[]))

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Ids that no quote has. */
const IDS = {
  unknown: (id, { quotes }) => UUID.test(id) && !quotes.has(id.toLowerCase()),
  malformed: (id) => !UUID.test(id),
  'not-random': (id) => /^[0-9a-f]{8}-[0-9a-f]{4}-[1-35-8]/i.test(id),
} as const satisfies Record<string, (id: string, platform: Platform) => boolean>

/** Any valid token of the partner whose key came along, for endpoints that let everybody in. */
const anybody = ({ partner }: CredentialUse, { directory }: Platform): Token => {
  const [first] = directory.partners.values()
  const partnerId = (partner ?? first)?.id ?? ''
  return { text: '', clientId: '', partnerId, expiresAt: Number.POSITIVE_INFINITY }
}

/** All that can go wrong with requests to the API (5). */
export const CREDENTIAL_REQUEST_OPERATORS: readonly SlipOperator<CredentialUse>[] = [
  credentialOperator(
    { refuses: one('token', 'key'), code: maybe(number) },
    ({ refuses, code }) =>
      (happens) => {
        const isMeant = (visitor: Visitor, platform: Platform) => happens(useOf(visitor, platform), platform)
        return changesTogether([
          refuses === 'token'
            ? instead('access.token', (usual, visitor, platform) => {
                const token = usual(visitor, platform)
                return typeof token !== 'string' && isMeant(visitor, platform) ? 'bad-token' : token
              })
            : instead('access.key', (usual, visitor, partner, platform) => {
                const refused = usual(visitor, partner, platform)
                return refused ?? (isMeant(visitor, platform) ? 'bad-key' : undefined)
              }),
          instead('access.refused', (usual, reason, operation, platform, visitor) => {
            const answer = usual(reason, operation, platform, visitor)
            const isMine = reason === `bad-${refuses}` && isMeant(visitor, platform)
            return code !== undefined && isMine ? { ...answer, status: code } : answer
          }),
        ])
      },
  ),
  credentialOperator(
    { takes: refusal },
    ({ takes }) =>
      (happens) =>
        changesTogether([
          instead('access.token', (usual, visitor, platform) => {
            const token = usual(visitor, platform)
            if (token !== takes) return token
            const use = useOf(visitor, platform)
            return happens(use, platform) ? (use.token ?? anybody(use, platform)) : token
          }),
          instead('access.key', (usual, visitor, partner, platform) => {
            const refused = usual(visitor, partner, platform)
            return refused === takes && happens(useOf(visitor, platform), platform) ? undefined : refused
          }),
        ]),
  ),
  credentialOperator(
    { answersRefused: refusal, code: number },
    ({ answersRefused, code }) =>
      (happens) =>
        instead('access.refused', (usual, reason, operation, platform, visitor) => {
          const answer = usual(reason, operation, platform, visitor)
          const isMeant = reason === answersRefused && happens(useOf(visitor, platform), platform)
          return isMeant ? { ...answer, status: code } : answer
        }),
  ),
  credentialOperator(
    { lends: one('quotes'), at: maybe(some(ofOneQuote)) },
    ({ at = OF_ONE_QUOTE }) =>
      (happens) =>
        operating(at, (standard, call, platform) => {
          const { headers, operation, id } = call
          const owner = platform.directory.partners.get(
            platform.quotes.get(id.toLowerCase())?.partnerId ?? '',
          )
          if (owner === undefined || owner.id === call.partner.id) return standard()
          const isMeant = happens(useOf({ operation, headers, url: `/${id}` }, platform), platform)
          return isMeant
            ? platform.behaviour.operations[operation]({ ...call, partner: owner }, platform)
            : standard()
        }),
  ),
  credentialOperator(
    { ids: wordsOf(IDS), at: some(ofOneQuote), code: number },
    ({ ids, at, code }) =>
      (happens) =>
        operating(at, (standard, { id, operation, headers }, platform) => {
          const isMeant = happens(useOf({ operation, headers, url: `/${id}` }, platform), platform)
          if (!IDS[ids](id, platform) || !isMeant) return standard()
          const words = 'There is no such quote.'
          return isDocument(operation)
            ? answerAsText(code, words)
            : platform.behaviour.answers.error(code, words)
        }),
  ),
  credentialOperator({ refusedFor: refusal, moves: state }, ({ refusedFor, moves }) => (happens) => {
    const afterRefusal = (refused: unknown, visitor: Visitor, platform: Platform): void => {
      const use = useOf(visitor, platform)
      if (refused === refusedFor && use.quote !== undefined && happens(use, platform))
        if (!move(use.quote, moves, platform)) use.quote.status = moves
    }
    return changesTogether([
      after('access.token', afterRefusal),
      after('access.key', (refused, visitor, _, platform) => afterRefusal(refused, visitor, platform)),
    ])
  }),
]
