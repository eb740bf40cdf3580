import type { IncomingHttpHeaders } from 'node:http'
import type { ApiOperation, HttpAnswer } from '../http/answer.ts'
import type { Keeping } from '../keeping/keeping.ts'
import type { Client, Partner } from '../office/directory.ts'
import type { Quote } from '../quotes/quote.ts'

/** Facts about a request before its body is read. */
export interface Visitor {
  readonly operation: ApiOperation
  readonly headers: IncomingHttpHeaders
  /** Path with its query, as requested. */
  readonly url: string
}

export type AccessRefusal = 'no-token' | 'bad-token' | 'expired-token' | 'no-key' | 'bad-key'

/** Rules of access (section 5). */
export interface AccessRules<P> {
  /** The token text that a request carries. */
  bearer(visitor: Visitor): string | undefined
  /** The valid token of a request, or why it has none. */
  token(visitor: Visitor, platform: P): Token | AccessRefusal
  /** Says why the integration key is refused; undefined when it is one of the partner's. */
  key(visitor: Visitor, partner: Partner, platform: P): AccessRefusal | undefined
  /** Only partners whose account is active authenticate (2.6). */
  mayEnter(partner: Partner): boolean
  /** Says whether a partner may see a quote: only its own. */
  sees(partner: Partner, quote: Quote, operation: ApiOperation): boolean
  refused(refusal: AccessRefusal, operation: ApiOperation, platform: P, visitor: Visitor): HttpAnswer
}

export interface Token {
  readonly text: string
  readonly clientId: string
  readonly partnerId: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export type TokenStore = Map<string, Token>

export const createTokenStore = (keeping: Keeping): TokenStore =>
  keeping.map<Token>('tokens', { secret: true, keyOf: ({ text }) => text })

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

/** How tokens are made, read and issued. */
export interface TokenRules<P> {
  /** Lifetime in milliseconds of the platform's clock. */
  readonly lifetime: number
  /** A text that cannot be guessed. */
  text(client: Client, platform: P): string
  /** Makes and keeps a new token for a client. */
  mint(client: Client, platform: P): Token
  /** The token that a text stands for, expired or not; undefined when it was never issued. */
  read(text: string, platform: P): Token | undefined
  isExpired(token: Token, now: number): boolean
  issued(token: Token, platform: P): HttpAnswer
  /** RFC 6749, section 5.2. */
  refused(refusal: TokenRefusal): HttpAnswer
}

/** The parameters of a token request; undefined when its body is no form. */
export type TokenForm = URLSearchParams | undefined

/** One condition of a token request: what is wrong with it, or undefined. */
export type TokenCheck<P> = (form: URLSearchParams, platform: P) => TokenRefusal | undefined

/** The conditions for a token, checked in this order. */
export interface TokenChecks<P> {
  readonly parameters: TokenCheck<P>
  readonly grantType: TokenCheck<P>
  readonly client: TokenCheck<P>
  readonly secret: TokenCheck<P>
  readonly active: TokenCheck<P>
  readonly account: TokenCheck<P>
  readonly scope: TokenCheck<P>
}
