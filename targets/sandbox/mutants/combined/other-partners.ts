import type { Client } from '../../office/directory.ts'
import { isFirstPartner } from '../../office/first-partner.ts'
import type { Mutant } from '../mutant.ts'

/** Defects of partners, clients, keys and endpoints other than the ones that tests usually use (2.5, 5, 6, 8, R11, R20, R21, R27). */
export const otherPartnerMutants: readonly Mutant[] = [
  {
    id: 'approved-accounts-wake-all-clients',
    says: 'An account that is approved again has all its clients active again',
    kills: ['token-inactive-client-refused'],
    change: ({ accounts }) => ({
      accounts: {
        decide(partner, to, platform) {
          const isAgain = partner.status === 'disabled' && to === 'active'
          accounts.decide(partner, to, platform)
          const own = ({ partnerId }: Client) => partnerId === partner.id
          if (isAgain)
            for (const client of [...platform.directory.clients.values()].filter(own))
              client.status = 'active'
        },
      },
    }),
  },
  {
    id: 'a-new-secret-clears-the-breaker',
    says: 'The failures of an endpoint are forgotten when its secret is rotated',
    kills: ['breaker-opens-at-five'],
    change: ({ endpoints }) => ({
      endpoints: {
        rotate(endpoint, platform) {
          endpoints.rotate(endpoint, platform)
          endpoint.failures = []
        },
      },
    }),
  },
  {
    id: 'out-of-service-by-address',
    says: 'The breaker works by address, and a new endpoint at a disabled address starts disabled',
    kills: ['breaker-is-per-endpoint'],
    change: ({ endpoints }) => ({
      endpoints: {
        register(request, platform) {
          const isOut = [...platform.endpoints.values()].some(
            ({ url, status }) => url === request.url && status === 'disabled',
          )
          const endpoint = endpoints.register(request, platform)
          if (isOut) endpoint.status = 'disabled'
          return endpoint
        },
      },
    }),
  },
  {
    id: 'later-partners-are-declined-by-an-error',
    says: 'A decline is an error for all partners but the first',
    kills: ['declined-envelope'],
    change: ({ operations, answers }) => ({
      operations: {
        async submit(call, platform) {
          const answer = await operations.submit(call, platform)
          const isDeclined = answer.status === 400 && String(answer.body).includes('"declined"')
          return isDeclined && !isFirstPartner(call.partner.id, platform)
            ? answers.error(400, 'Not acceptable.')
            : answer
        },
      },
    }),
  },
]
