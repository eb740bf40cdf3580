import type { Platform } from '../../platform.ts'
import { move } from '../../quotes/lifecycle.ts'
import { alongCourses } from '../course.ts'
import type { Mutant } from '../mutant.ts'

/** Defects of quotes that wait for a person or for rating, and of requests about them. */
export const waitingMutants: readonly Mutant[] = [
  {
    id: 'declined-reviews-can-be-approved',
    says: 'A declined quote can still be approved in the list of ended reviews',
    kills: ['declined-is-terminal'],
    change: ({ lifecycle }) => ({
      lifecycle: {
        review(quote, end, platform) {
          if (quote.status === 'declined' && end === 'ready_to_bind') quote.status = 'underwriter_review'
          return lifecycle.review(quote, end, platform)
        },
      },
    }),
  },
  {
    id: 'the-last-of-many-held-issues-is-lost',
    says: 'Where four or more binds wait for their issue, the last one is never issued',
    kills: ['transition-bound-to-issued'],
    change: ({ timing }) => {
      const waiting = new WeakMap<Platform, number>()
      return {
        effects: {
          bound(quote, platform) {
            const arrives = () => {
              const count = platform.issue.held ? (waiting.get(platform) ?? 0) + 1 : 0
              waiting.set(platform, count)
              return count
            }
            platform.events.occur('bound', quote, platform)
            platform.work.schedule(timing.issue, () => {
              if (arrives() < 4) platform.issue.pass(() => void move(quote, 'issued', platform))
            })
          },
        },
      }
    },
  },
  {
    id: 'onboarding-forgets-the-review',
    says: 'Onboarding a broker makes those of its quotes ready as well that a review has declined',
    kills: ['declined-is-terminal'],
    change: ({ brokers }) => ({
      brokers: {
        onboard(email, platform) {
          brokers.onboard(email, platform)
          for (const quote of platform.quotes.values())
            if (quote.status === 'declined' && quote.submission.broker_email === email)
              quote.status = 'ready_to_bind'
        },
      },
    }),
  },
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
