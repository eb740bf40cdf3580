import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

/** Defects of when events come, and to which endpoints (3.transitions, 4.rule.4 to 4.rule.6, 6). */
export const eventMutants: readonly Mutant[] = [
  {
    id: 'proposal-event-with-the-time-of-the-quote',
    says: 'The time in quote.proposalReady is that of the submission',
    kills: ['proposal-ready-not-early'],
    change: ({ events }) => ({
      events: {
        body: (event, platform) =>
          events.body(
            event.type === 'quote.proposalReady' ? { ...event, at: event.at - 60_000 } : event,
            platform,
          ),
      },
    }),
  },
  delivering(
    'sends-everything-to-everybody',
    'Subscriptions are shown in the portal and not checked',
    ['events-go-to-subscribers'],
    () => ({ wants: () => true }),
  ),
  delivering(
    'one-endpoint-an-event',
    'Only one of the subscribed endpoints gets an event',
    ['every-endpoint-gets-the-event'],
    (webhooks) => {
      const taken = new Map<string, unknown>()
      return {
        wants(endpoint, event, platform) {
          if (!webhooks.wants(endpoint, event, platform)) return false
          const first = taken.get(event.id) ?? endpoint
          taken.set(event.id, first)
          return first === endpoint
        },
      }
    },
  ),
  {
    id: 'deletion-ends-all-at-the-address',
    says: 'Subscriptions are deleted by partner and address, so that another endpoint at the address has none left',
    kills: ['every-endpoint-gets-the-event'],
    change: ({ endpoints }) => ({
      endpoints: {
        remove(endpoint, platform) {
          endpoints.remove(endpoint, platform)
          for (const other of platform.endpoints.values())
            if (other.url === endpoint.url && other.partnerId === endpoint.partnerId)
              Object.assign(other, { events: [] })
        },
      },
    }),
  },
  {
    id: 'sends-to-deleted-endpoints',
    says: 'A deleted endpoint still gets events from a cache',
    kills: ['deleted-endpoint-gets-nothing'],
    change: () => ({ endpoints: { remove() {} } }),
  },
]
