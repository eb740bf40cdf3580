import type { Exchange } from '../../../../conformance/exchange.ts'
import { header } from '../../../../conformance/exchange.ts'
import { observed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { mediaTypeIs, statusIs, succeeded, withAnswer } from '../../vocabulary/judge/answer.ts'
import { isObject, jsonOf } from '../../vocabulary/judge/json.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'

interface Trace {
  readonly answer: Exchange
  readonly withoutScope: Exchange
  readonly asJson: Exchange
  readonly escaped: Exchange
}

/** Checks the client credentials grant (5, R20). */
export const tokenGrant: PlatformScenario = scenario<Trace>({
  id: 'token/grant',
  title: 'The client credentials grant yields a bearer token for an hour',
  readOnly: true,
  async drive({ http }) {
    return {
      answer: await http.requestToken(),
      withoutScope: await http.requestToken({ scope: null }),
      asJson: await http.requestToken({ encoding: 'json' }),
      escaped: await http.requestToken({ encoding: 'escaped-form' }),
    }
  },
  claims: [
    claim('token-answers-200', ({ answer }) => statusIs(answer, 200)),
    claim(
      'token-answers-200',
      ({ escaped }) => statusIs(escaped, 200),
      'to a form that is escaped otherwise',
    ),
    claim('token-json-content-type', ({ answer }) => mediaTypeIs(answer, 'application/json')),
    claim('token-missing-scope', ({ withoutScope }) => observedAnswer(withoutScope)),
    claim('observe-token-request-as-json', ({ asJson }) => observedAnswer(asJson)),
    claim('observe-token-caching-header', ({ answer }) =>
      withAnswer(answer, (seen) => observed(`Cache-Control: ${header(seen, 'cache-control') ?? 'none'}`)),
    ),
    claim('observe-token-extra-fields', ({ answer }) => extraFields(answer)),
  ],
})

function extraFields(exchange: Exchange): Verdict {
  const body = jsonOf(exchange)
  const known = ['access_token', 'token_type', 'expires_in']
  const extra = isObject(body) ? Object.keys(body).filter((name) => !known.includes(name)) : []
  return observed(
    succeeded(exchange) ? `further fields: ${extra.sort().join(', ') || 'none'}` : 'no token answer',
  )
}
