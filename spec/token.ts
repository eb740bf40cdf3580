import { Type } from '../conformance/json/type.ts'
import { closed, list, type Shaped, statusCode, text, wholeNumber, word } from './shape.ts'

/** A placeholder for the partner's own value. */
const own = Type.Null()

export const tokenShape = closed({
  method: word('POST'),
  contentType: text,
  /** Form fields of a request. */
  form: closed({ client_id: own, client_secret: own, grant_type: text, scope: text }),
  grantType: text,
  scope: text,
  success: statusCode,
  /** Compared without regard to case. */
  tokenType: text,
  expiresInSeconds: wholeNumber,
  /** Names of the fields that a success contains. */
  fields: list(text),
  /** Error codes of RFC 6749, section 5.2. */
  errorCodes: list(text),
  /** How a quote request carries its credentials. */
  headers: closed({ token: text, scheme: text, integrationKey: text }),
})

/** The token endpoint and how its token is used (clause 5). */
export type TokenFacts = Shaped<typeof tokenShape>
