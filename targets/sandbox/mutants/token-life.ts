import type { Mutant } from './mutant.ts'

/** How long tokens live (5.rule.3, 5.rule.4, 8). */
export const tokenLifeMutants: readonly Mutant[] = [
  {
    id: 'tokens-live-half-an-hour',
    says: 'Tokens are said to live an hour and live half of it',
    kills: ['token-lives-3600-seconds'],
    change: ({ tokens }) => ({
      tokens: { isExpired: (token, now) => tokens.isExpired(token, now + 1_800_000) },
    }),
  },
  {
    id: 'newer-tokens-end-older-ones',
    says: 'The use of a token ends those before it that were not used yet',
    kills: ['older-token-stays-valid'],
    change: ({ access }) => {
      const used = new WeakSet<object>()
      return {
        access: {
          token(visitor, platform) {
            const token = access.token(visitor, platform)
            if (typeof token === 'string') return token
            used.add(token)
            for (const [text, other] of platform.tokens) {
              if (other === token) break
              if (other.clientId === token.clientId && !used.has(other)) platform.tokens.delete(text)
            }
            return token
          },
        },
      }
    },
  },
  {
    id: 'tokens-end-with-their-client',
    says: 'A client that is turned inactive takes its tokens with it',
    kills: ['issued-token-survives-deactivation'],
    change: ({ access }) => ({
      access: {
        token(visitor, platform) {
          const token = access.token(visitor, platform)
          const client =
            typeof token === 'string' ? undefined : platform.directory.clients.get(token.clientId)
          return client?.status === 'inactive' ? 'bad-token' : token
        },
      },
    }),
  },
]
