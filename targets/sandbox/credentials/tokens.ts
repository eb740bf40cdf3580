import { type Answer, json } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import type { Client } from './directory.ts'

export interface Token {
  readonly text: string
  readonly clientId: string
  readonly partnerId: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export type TokenStore = Map<string, Token>

export const createTokenStore = (): TokenStore => new Map()

/** Error codes of RFC 6749, section 5.2. */
export type TokenErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'

export interface TokenRefusal {
  readonly code: TokenErrorCode
  readonly description: string
}

/** How tokens are made, read and handed out. */
export interface TokenRules {
  /** Lifetime in milliseconds of the platform's clock. */
  readonly lifetime: number
  /** A text that nobody can guess. */
  text(client: Client, platform: Platform): string
  /** Makes and keeps a new token for a client. */
  mint(client: Client, platform: Platform): Token
  /** The token that a text stands for, expired or not; undefined when it was never issued. */
  read(text: string, platform: Platform): Token | undefined
  isExpired(token: Token, now: number): boolean
  issued(token: Token, platform: Platform): Answer
  /** RFC 6749, section 5.2. */
  refused(refusal: TokenRefusal): Answer
}

/** A token of a client whose lifetime was over before the platform started. */
export function expiredToken(client: Client, { random, clock, tokens }: Platform): string {
  const text = random.secret()
  tokens.set(text, { text, clientId: client.id, partnerId: client.partnerId, expiresAt: clock.now() - 1000 })
  return text
}

const DAY_MS = 86_400_000

const uncached = { 'cache-control': 'no-store', pragma: 'no-cache' } as const

export const standardTokens: TokenRules = {
  lifetime: 3_600_000,
  text: (_client, { random }) => random.secret(),
  mint(client, platform) {
    const { tokens, clock, behaviour } = platform
    // All tokens live equally long, so the expired ones stand first; a refusal can say for a day that one has expired.
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
    json(
      200,
      { access_token: token.text, token_type: 'bearer', expires_in: behaviour.tokens.lifetime / 1000 },
      uncached,
    ),
  refused({ code, description }) {
    const unauthorized = code === 'invalid_client'
    const headers = unauthorized ? { ...uncached, 'www-authenticate': 'Basic realm="token"' } : uncached
    return json(unauthorized ? 401 : 400, { error: code, error_description: description }, headers)
  },
}
