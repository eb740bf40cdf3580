import { answerAsJson } from '../http/answer.ts'
import type { Client } from '../office/directory.ts'
import type { Platform } from '../platform.ts'
import type { Token, TokenRules } from './rules.ts'

/** A token of a client whose lifetime was over before the platform started. */
export function expiredToken(client: Client, { random, clock, tokens }: Platform): string {
  const text = random.secret()
  tokens.set(text, { text, clientId: client.id, partnerId: client.partnerId, expiresAt: clock.now() - 1000 })
  return text
}

const DAY_MS = 86_400_000

const uncached = { 'cache-control': 'no-store', pragma: 'no-cache' } as const

export const standardTokens: TokenRules<Platform> = {
  lifetime: 3_600_000,
  text: (_client, { random }) => random.secret(),
  mint(client, platform) {
    const { tokens, clock, behaviour } = platform
    // All tokens have the same lifetime, so expired ones come first. They are kept for a day, so that a refusal can say that a
    // token has expired.
    for (const [text, token] of tokens) {
      if (!behaviour.tokens.isExpired(token, clock.now() - DAY_MS)) break
      tokens.delete(text)
    }
    const token: Token = {
      text: behaviour.tokens.text(client, platform),
      clientId: client.id,
      partnerId: client.partnerId,
      expiresAt: clock.now() + behaviour.tokens.lifetime,
    }
    tokens.set(token.text, token)
    return token
  },
  read: (text, { tokens }) => tokens.get(text),
  isExpired: (token, now) => now >= token.expiresAt,
  issued: (token, { behaviour }) =>
    answerAsJson(
      200,
      { access_token: token.text, token_type: 'bearer', expires_in: behaviour.tokens.lifetime / 1000 },
      uncached,
    ),
  refused({ code, description }) {
    const unauthorized = code === 'invalid_client'
    const headers = unauthorized ? { ...uncached, 'www-authenticate': 'Basic realm="token"' } : uncached
    return answerAsJson(unauthorized ? 401 : 400, { error: code, error_description: description }, headers)
  },
}
