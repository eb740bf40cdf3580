import type { Platform } from '../platform.ts'
import type { Mutant } from './mutant.ts'

const FIVE_MINUTES = 300_000

const HOUR_MS = 3_600_000

const DAY_MS = 24 * HOUR_MS

/** Token requests of one client within so many milliseconds are a burst. */
const BURST_MS = 200

const BURST = 4

/** Wrong lifetimes of tokens (5.rule.3, 5.rule.4, 8). */
export const tokenLifeMutants: readonly Mutant[] = [
  {
    id: 'a-late-renewal-ends-the-token',
    says: 'A token expires early where a new one is issued in its last minutes',
    kills: ['token-lives-3600-seconds'],
    change: ({ tokens }) => ({
      tokens: {
        mint(client, platform) {
          for (const [text, { clientId, expiresAt }] of platform.tokens)
            if (clientId === client.id && expiresAt - platform.clock.now() < FIVE_MINUTES)
              platform.tokens.delete(text)
          return tokens.mint(client, platform)
        },
      },
    }),
  },
  {
    id: 'tokens-expire-by-the-time-of-day',
    says: 'The age of a token is computed from times of day, so that the token is valid again on the next day',
    kills: ['status-expired-token-401'],
    change: () => ({
      tokens: {
        isExpired: ({ expiresAt }, now) =>
          now >= expiresAt && (now - (expiresAt - HOUR_MS)) % DAY_MS >= HOUR_MS,
      },
    }),
  },
  {
    id: 'late-use-prolongs-a-token',
    says: 'A token that is used in the last minute of its life lives for five minutes more',
    kills: ['status-expired-token-401'],
    change: ({ access }) => ({
      access: {
        token(visitor, platform) {
          const token = access.token(visitor, platform)
          if (typeof token !== 'string' && token.expiresAt - platform.clock.now() < 60_000)
            platform.tokens.set(token.text, { ...token, expiresAt: token.expiresAt + FIVE_MINUTES })
          return token
        },
      },
    }),
  },
  {
    id: 'renewed-tokens-end-with-the-first',
    says: 'All tokens of a client expire together with its first token',
    kills: ['token-lives-3600-seconds'],
    change: ({ tokens }) => ({
      tokens: {
        mint(client, platform) {
          const earlier = [...platform.tokens.values()].findLast(
            ({ clientId, expiresAt }) => clientId === client.id && expiresAt > platform.clock.now(),
          )
          const token = tokens.mint(client, platform)
          const session = earlier === undefined ? token : { ...token, expiresAt: earlier.expiresAt }
          platform.tokens.set(token.text, session)
          return session
        },
      },
    }),
  },
  {
    id: 'newer-tokens-end-older-ones',
    says: 'The first use of a token ends all older tokens that were not used yet',
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
    id: 'only-the-last-token-of-a-burst',
    says: 'Of tokens that are issued at the same moment, only the last one is kept',
    kills: ['older-token-stays-valid'],
    change({ tokens }) {
      const recent = new Map<string, { readonly text: string; readonly at: number }[]>()
      return {
        tokens: {
          mint(client, platform: Platform) {
            const token = tokens.mint(client, platform)
            const at = performance.now()
            const burst = (recent.get(client.id) ?? []).filter((one) => at - one.at < BURST_MS)
            if (burst.length >= BURST) for (const { text } of burst) platform.tokens.delete(text)
            recent.set(client.id, [...burst, { text: token.text, at }])
            return token
          },
        },
      }
    },
  },
]
