import type { Mutant } from '../mutant.ts'

/** Counts the things of each partner by themselves, with eight digits. */
function sequences(): (partnerId: string) => string {
  const counts = new Map<string, number>()
  return (partnerId) => {
    const count = (counts.get(partnerId) ?? 0) + 1
    counts.set(partnerId, count)
    return String(count).padStart(8, '0')
  }
}

/** Defects of ids that are unique for one partner only (6.headers, 6.payload). */
export const byPartnerMutants: readonly Mutant[] = [
  {
    id: 'event-ids-by-partner',
    says: 'Events of two partners have the same ids, since each partner has its own sequence',
    kills: ['delivery-event-id-unique'],
    change({ events }) {
      const next = sequences()
      return {
        events: {
          made: (type, subject, platform) =>
            events
              .made(type, subject, platform)
              .map((event) =>
                event.partnerId === undefined ? event : { ...event, id: `evt_${next(event.partnerId)}` },
              ),
        },
      }
    },
  },
  {
    id: 'policy-ids-by-partner',
    says: 'Policies of two partners have the same ids, since each partner has its own sequence',
    kills: ['payload-policy-id-unique'],
    change({ effects }) {
      const next = sequences()
      return {
        effects: {
          issued(quote, platform) {
            const { behaviour } = platform
            const ids = { ...behaviour.ids, policy: () => `POL-${next(quote.partnerId)}` }
            effects.issued(quote, { ...platform, behaviour: { ...behaviour, ids } })
          },
        },
      }
    },
  },
]
