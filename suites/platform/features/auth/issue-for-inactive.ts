import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import type { Sighting } from '../../vocabulary/quotes/poll.ts'
import { endsIssued } from '../bind/ready-quote.ts'
import { whileHeld } from '../states/hold.ts'

interface Trace {
  readonly bind: Exchange
  readonly issuing: Sighting
}

/** A bind that was accepted comes to its end, though its client is turned inactive before that (3.transitions, R15, R22). */
export const issueForInactiveClients: PlatformScenario = scenario<Trace>({
  id: 'auth/issue-for-an-inactive-client',
  title: 'A bind is carried out though its client is turned inactive meanwhile',
  needs: [
    ...[{ operator: 'hold_issue' } as const, { operator: 'release_issue' } as const],
    ...[{ operator: 'deactivate_client' } as const, { operator: 'activate_client' } as const],
  ],
  alone: true,
  async drive({ api, quotes, operator, facts }) {
    const client = { client_id: facts.clientId }
    const quote = await quotes.reach('ready_to_bind')
    try {
      const bind = await whileHeld(operator, 'issue', async () => {
        const answer = await api.bind(quote.id)
        await operator.perform('deactivate_client', client)
        return answer
      })
      return { bind, issuing: await quotes.issue(quote.id) }
    } finally {
      await operator.perform('activate_client', client)
    }
  },
  claims: [
    claim(
      'transition-bound-to-issued',
      ({ bind, issuing }) => endsIssued(bind, issuing),
      'once its client is inactive',
    ),
  ],
})
