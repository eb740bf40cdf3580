import type { Mutant } from '../mutant.ts'

/** Defects of keys and clients that a partner made after its first ones (2.6, 5.rule.4, 5.rule.6, 5.rule.7). */
export const newcomerMutants: readonly Mutant[] = [
  {
    id: 'deactivations-turn-a-switch',
    says: 'A second deactivation of a client activates it',
    kills: ['token-inactive-client-refused'],
    change: ({ clients }) => ({
      clients: {
        setStatus(client, status, platform) {
          const other = status === 'active' ? 'inactive' : 'active'
          clients.setStatus(client, client.status === status ? other : status, platform)
        },
      },
    }),
  },
]
