import type { Exchange } from '../../../../conformance/exchange.ts'
import { CannotTell, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { withCredentials } from '../../vocabulary/access/asking.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { noTokenIn } from '../../vocabulary/judge/no-token.ts'
import { whileHeld } from '../../vocabulary/operator/hold.ts'
import { endsIssued } from '../../vocabulary/quotes/ends-issued.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'

interface Trace {
  readonly bind: Exchange
  /** A token request of the inactive client, while issuing was held. */
  readonly asked: Exchange
  /** The status, read with the client's old token at that time. */
  readonly held: Exchange
  /** The quote after the release of issuing, with the client still inactive. */
  readonly issuing: PolledState
}

/** Checks that an accepted bind leads to `issued` although its client becomes inactive before that (3.transitions, R15, R22). */
export const issueForInactiveClients: PlatformScenario = scenario<Trace>({
  id: 'auth/issue-for-an-inactive-client',
  title: 'A bind completes even if its client is deactivated meanwhile',
  needs: [
    ...[{ operator: 'hold_issue' } as const, { operator: 'release_issue' } as const],
    ...[{ operator: 'deactivate_client' } as const, { operator: 'activate_client' } as const],
  ],
  exclusive: true,
  async drive(context) {
    const { http, operator, facts } = context
    const client = { client_id: facts.clientId }
    const { id } = await context.quotes.reach('ready_to_bind')
    // Taken before the deactivation: it stays valid, while an inactive client gets no new one.
    const { token } = await http.holdToken()
    if (token === undefined) throw new CannotTell('no token was issued to keep')
    const { api, quotes } = withCredentials(context, { token })
    try {
      const seen = await whileHeld(operator, 'issue', async () => {
        const bind = await api.bind(id)
        await operator.perform('deactivate_client', client)
        return { bind, asked: await http.requestToken(), held: await api.status(id) }
      })
      return { ...seen, issuing: await quotes.issue(id) }
    } finally {
      await operator.perform('activate_client', client)
    }
  },
  claims: [claim('transition-bound-to-issued', carriedOut, 'once its client is inactive')],
})

function carriedOut({ bind, asked, held, issuing }: Trace): Verdict {
  if (stateOf(held) !== 'bound')
    return cannotTell('the quote was not bound when its client was inactive', 'operator.hold_issue')
  if (noTokenIn(asked).kind !== 'passed')
    return cannotTell('the client still got a token', 'operator.deactivate_client')
  return endsIssued(bind, issuing)
}
