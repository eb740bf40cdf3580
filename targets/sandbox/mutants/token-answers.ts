import type { Token } from '../credentials/rules.ts'
import type { Platform } from '../platform.ts'
import { rewritten } from './answers.ts'
import type { Mutant } from './mutant.ts'

/** Changes the token answers that a condition picks out; each platform counts anew. */
const someTokens = (
  id: string,
  says: string,
  kills: Mutant['kills'],
  change: Readonly<Record<string, unknown>>,
  picks: () => (token: Token, platform: Platform) => boolean,
): Mutant => ({
  ...{ id, says, kills },
  change({ tokens }) {
    const isPicked = picks()
    return {
      tokens: {
        issued(token, platform) {
          const answer = tokens.issued(token, platform)
          return isPicked(token, platform) ? rewritten(answer, (body) => ({ ...body, ...change })) : answer
        },
      },
    }
  },
})

/** Picks all tokens of a client but its first one. */
const later = () => {
  const known = new Set<string>()
  return ({ clientId }: Token): boolean => {
    const isKnown = known.has(clientId)
    known.add(clientId)
    return isKnown
  }
}

/** Token answers of which only some are wrong (5, R20). */
export const tokenAnswerMutants: readonly Mutant[] = [
  someTokens(
    'second-token-lives-half-as-long',
    'A token that is issued while the client has another one announces a lifetime of half an hour',
    ['token-expires-in-3600'],
    { expires_in: 1800 },
    later,
  ),
  someTokens(
    'tokens-of-a-second-partner-live-a-day',
    'Partners who came later keep the default lifetime of the identity provider',
    ['token-expires-in-3600'],
    { expires_in: 86_400 },
    () =>
      (token, { directory }) =>
        token.partnerId !== [...directory.partners.keys()][0],
  ),
  someTokens(
    'renewed-tokens-state-their-life-in-text',
    'From its second token on, a client gets the lifetime as a string',
    ['token-expires-in-3600'],
    { expires_in: '3600' },
    later,
  ),
  someTokens(
    'second-token-has-no-lifetime',
    'From the second token on, the answer comes from a cache and has no lifetime',
    ['token-expires-in-3600'],
    { expires_in: undefined },
    later,
  ),
  someTokens(
    'second-token-is-of-type-mac',
    'The second token of a client comes from the old identity provider, and its type is MAC',
    ['token-type-bearer'],
    { token_type: 'mac' },
    later,
  ),
]
