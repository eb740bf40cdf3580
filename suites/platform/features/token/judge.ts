import type { Exchange } from '../../../../conformance/exchange.ts'
import { plainText } from '../../../../conformance/json/plain-text.ts'
import { all, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { describe, finding, statusClassIsNot, withAnswer } from '../../vocabulary/judge/answer.ts'
import { at, jsonOf, show } from '../../vocabulary/judge/json.ts'

/** No token was handed out: neither a success nor an access token in whatever body. */
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

/** The error body of RFC 6749: a JSON object whose `error` is one of the registered codes, with a 4xx. */
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
