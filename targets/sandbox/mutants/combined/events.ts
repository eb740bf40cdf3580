import { alongCourses } from '../course.ts'
import type { Mutant } from '../mutant.ts'

/** Events that come or are missing where two circumstances meet (6, R16, R28). */
export const combinedEventMutants: readonly Mutant[] = [
  {
    id: 'held-policies-have-one-id',
    says: 'Policies that are released together all have the number of the first',
    kills: ['payload-policy-id-unique'],
    change: alongCourses((courseOf) => ({ effects }) => {
      let first: { readonly id: string; readonly at: number } | undefined
      return {
        effects: {
          issued(quote, platform) {
            const { ids } = platform.behaviour
            const now = platform.clock.now()
            if (!courseOf(quote).boundHeld) return effects.issued(quote, platform)
            if (first === undefined || first.at !== now) first = { id: ids.policy(platform), at: now }
            quote.policyId = first.id
            if (quote.announcesLate) platform.behaviour.effects.proposalAnnounced(quote, platform)
            platform.events.emit('policy.created', quote, platform)
          },
        },
      }
    }),
  },
]
