import type { Exchange } from '../../../../conformance/exchange.ts'
import type { PlainAnswer } from '../../../../conformance/ports/plain.ts'
import { all, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { mediaTypeOf } from '../../vocabulary/judge/answer.ts'
import { uuidOfNoQuote } from '../../vocabulary/quotes/no-quote.ts'

interface Trace {
  readonly inPlain: readonly PlainAnswer[]
  /** The same request over TLS, also without credentials. */
  readonly secured: Exchange
}

/** Checks that the API is not served without TLS (5.rule.9). */
export const plainHttp: PlatformScenario = scenario<Trace>({
  id: 'service/plain-http',
  title: 'The API is requested over plain HTTP',
  needs: [{ offers: 'https' }],
  readOnly: true,
  async drive({ api, askInPlain, unique }) {
    const id = uuidOfNoQuote(unique())
    const secured = await api.status(id, { credentials: { token: 'none', key: 'none' } })
    return { secured, inPlain: await askInPlain(`/status/${id}`) }
  },
  claims: [
    claim('api-is-not-served-in-plain', ({ secured, inPlain }) =>
      secured.answer === undefined
        ? cutOff('the same request over TLS got no answer')
        : all(inPlain.map((one) => notServed(one, secured))),
    ),
  ],
})

/** Codes with which a proxy refuses plain HTTP or redirects to HTTPS. */
const TURNED_AWAY = [301, 302, 303, 307, 308, 400, 403, 404, 421, 426, 495, 496, 497]

/** Fails for an answer that equals the one over TLS. A redirection to HTTPS, a refusal of plain HTTP and silence are right. */
function notServed({ host, status, type, message }: PlainAnswer, { answer }: Exchange): Verdict {
  const isSame = answer !== undefined && status === answer.status && type === mediaTypeOf(answer)
  return isSame && !TURNED_AWAY.includes(status)
    ? failed({ expected: 'no answer of the API without TLS', observed: `${host} ${message}`, at: host })
    : passed(`${host}: ${message}`)
}
