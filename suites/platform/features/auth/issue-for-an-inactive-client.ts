import { CannotTell } from '../../../../conformance/verdict.ts'
import { withCredentials } from '../../vocabulary/access/asking.ts'
import { type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { whileHeld } from '../../vocabulary/operator/hold.ts'

/** Deactivates a client between a bind of its quote and the issue. A statement judges the policy (3.transitions, R15, R22). */
export const issueForInactiveClients: PlatformScenario = scenario({
  id: 'auth/issue-for-an-inactive-client',
  title: 'A bind completes even if its client is deactivated meanwhile',
  needs: [
    ...[{ operator: 'hold_issue' } as const, { operator: 'release_issue' } as const],
    ...[{ operator: 'deactivate_client' } as const, { operator: 'activate_client' } as const],
  ],
  exclusive: true,
  shows: ['transition-bound-to-issued'],
  async drive(context) {
    const { http, operator, facts } = context
    const client = { client_id: facts.clientId }
    const { id } = await context.quotes.reach('ready_to_bind')
    // Taken before the deactivation: it stays valid, while an inactive client gets no new one.
    const { token } = await http.holdToken()
    if (token === undefined) throw new CannotTell('no token was issued to keep')
    const { api, quotes } = withCredentials(context, { token })
    try {
      await whileHeld(operator, 'issue', async () => {
        await api.bind(id)
        await operator.perform('deactivate_client', client)
        // It shows that the client gets no token any more, and its old one that the quote is bound.
        await http.requestToken()
        await api.status(id)
      })
      await quotes.issue(id)
    } finally {
      await operator.perform('activate_client', client)
    }
  },
  claims: [],
})
