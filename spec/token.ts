import { closed, count, list, statusCode, text, word } from './shape.ts'

/** The token endpoint and how its token is used (clause 5). */
export interface TokenFacts {
  readonly method: string
  readonly contentType: string
  /** Form fields of a request; null where the value is the partner's own. */
  readonly form: Readonly<Record<'client_id' | 'client_secret' | 'grant_type' | 'scope', string | null>>
  readonly grantType: string
  readonly scope: string
  readonly success: number
  /** Compared without case. */
  readonly tokenType: string
  readonly expiresInSeconds: number
  /** What a success carries. */
  readonly fields: readonly string[]
  /** Error codes of RFC 6749, section 5.2. */
  readonly errorCodes: readonly string[]
  /** How a quote request carries its credentials. */
  readonly headers: Readonly<Record<'token' | 'scheme' | 'integrationKey', string>>
}

const own = { type: 'null' }

export const tokenShape = closed({
  method: word('POST'),
  contentType: text,
  form: closed({ client_id: own, client_secret: own, grant_type: text, scope: text }),
  grantType: text,
  scope: text,
  success: statusCode,
  tokenType: text,
  expiresInSeconds: count,
  fields: list(text),
  errorCodes: list(text),
  headers: closed({ token: text, scheme: text, integrationKey: text }),
})
