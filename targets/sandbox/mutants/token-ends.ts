import type { Mutant } from './mutant.ts'
import { outliving } from './outliving.ts'

const HALF_A_MINUTE = 30_000

/** Tokens that end a little early, or not for every way of sending them (5.rule.5, 8, R21). */
export const tokenEndMutants: readonly Mutant[] = [
  {
    id: 'tokens-end-half-a-minute-early',
    says: 'A token is refused half a minute before its end, so that none ends while it is used',
    kills: ['token-lives-3600-seconds'],
    change: ({ tokens }) => ({
      tokens: { isExpired: (token, now) => tokens.isExpired(token, now + HALF_A_MINUTE) },
    }),
  },
  {
    id: 'lower-case-scheme-outlives-its-token',
    says: 'Token expiry is not checked where the scheme is written in lower case',
    kills: ['status-expired-token-401'],
    change: outliving(
      (_token, _platform, { headers }) => headers.authorization?.startsWith('bearer ') === true,
    ),
  },
]
