import type { Exchange } from '../../../../conformance/exchange.ts'
import { failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { describe, finding, withAnswer } from '../../vocabulary/judge/answer.ts'
import { at, jsonOf } from '../../vocabulary/judge/json.ts'

/** Judges that the answer to a token request holds a token. */
export function tokenIn(exchange: Exchange): Verdict {
  return withAnswer(exchange, (answer) => {
    const token = at(jsonOf(exchange), '/access_token')
    return answer.status >= 200 && answer.status < 300 && typeof token === 'string' && token !== ''
      ? passed()
      : failed(finding(exchange, 'an access token', describe(answer)))
  })
}
