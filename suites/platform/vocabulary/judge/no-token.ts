import type { Exchange } from '../../../../conformance/exchange.ts'
import { plainText } from '../../../../conformance/json/plain-text.ts'
import { all, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { describe, finding, statusClassIsNot, withAnswer } from './answer.ts'
import { at, jsonOf, show } from './json.ts'

/** Judges that no token was issued: the answer is no 2xx, and its body holds no access token. */
export function noTokenIn(exchange: Exchange): Verdict {
  return all([
    statusClassIsNot(exchange, 2),
    withAnswer(exchange, () => {
      const token = at(jsonOf(exchange), '/access_token')
      return token === undefined || token === null || token === ''
        ? passed()
        : failed(finding(exchange, 'no access token', 'an access token', '/access_token'))
    }),
  ])
}

/** The codes of RFC 6749, section 5.2. */
const CODES = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]

/** Judges an error body by RFC 6749: a JSON object whose `error` is one of these codes, with a status below 500. */
export function oauthError(exchange: Exchange): Verdict {
  return withAnswer(exchange, (answer) => {
    const code = at(jsonOf(exchange), '/error')
    if (answer.status >= 500)
      return failed(finding(exchange, 'a refusal, status 4xx', describe(answer), 'status'))
    return CODES.includes(plainText(code))
      ? passed()
      : failed(finding(exchange, `one of ${CODES.join(', ')}`, show(code), '/error'))
  })
}
