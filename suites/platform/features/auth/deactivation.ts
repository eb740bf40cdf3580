import type { Exchange } from '../../../../conformance/exchange.ts'
import { CannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { statusClassIs, succeeded } from '../../vocabulary/judge/answer.ts'
import { noTokenIn } from '../token/judge.ts'

interface Trace {
  readonly before: Exchange
  /** The held token after its client was turned inactive. */
  readonly after: Exchange
  /** A token request of the inactive client. */
  readonly asked: Exchange
}

/** An inactive client gets no new tokens, and those it has live on (5.rule.4, R22). */
export const deactivation: PlatformScenario = scenario<Trace>({
  id: 'auth/deactivated-client',
  title: 'A client that is turned inactive keeps its tokens and gets no new ones',
  needs: [{ operator: 'deactivate_client' }, { operator: 'activate_client' }],
  alone: true,
  async drive({ api, http, quotes, operator, facts }) {
    const quote = await quotes.create()
    const { token } = await http.holdToken('own')
    if (token === undefined) throw new CannotTell('no token was issued to keep')
    const credentials = { token }
    const before = await api.status(quote.id, { credentials })
    await operator.perform('deactivate_client', { client_id: facts.clientId })
    try {
      const after = await api.status(quote.id, { credentials })
      return { before, after, asked: await http.requestToken() }
    } finally {
      await operator.perform('activate_client', { client_id: facts.clientId })
    }
  },
  claims: [
    claim('issued-token-survives-deactivation', ({ before, after }) => stillServed(before, after)),
    claim('token-inactive-client-refused', ({ asked }) => noTokenIn(asked)),
  ],
})

function stillServed(before: Exchange, after: Exchange): Verdict {
  return succeeded(before)
    ? statusClassIs(after, 2)
    : cutOff('the token did not work before its client was inactive')
}
