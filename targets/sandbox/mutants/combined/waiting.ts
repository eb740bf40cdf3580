import type { Platform } from '../../platform.ts'
import { move } from '../../quotes/lifecycle.ts'
import type { Quote } from '../../quotes/quote.ts'
import { inState } from '../answers.ts'
import { alongCourses } from '../course.ts'
import type { Mutant } from '../mutant.ts'

const RERATING_MS = 400

/** Defects of quotes that wait for a person or for rating, and of requests about them. */
export const waitingMutants: readonly Mutant[] = [
  {
    id: 'refused-update-ends-the-review',
    says: 'An update that is refused during a review still causes a re-rating without a review',
    kills: ['update-keeps-underwriter-review'],
    change: inState(['update'], ['underwriter_review'], (quote, standard, platform) => {
      platform.clock.schedule(RERATING_MS, () => {
        if (quote.status === 'underwriter_review') move(quote, 'ready_to_bind', platform)
      })
      return standard()
    }),
  },
  {
    id: 'held-ratings-beyond-two-are-lost',
    says: 'Only two of the quotes that came while rating was held are rated when it goes on',
    kills: ['transition-pending-to-ready-to-bind'],
    change: ({ effects }) => {
      const lost = new WeakSet<Quote>()
      const counts = new WeakMap<Platform, number>()
      return {
        effects: {
          pending(quote, platform) {
            const held = platform.rating.held ? (counts.get(platform) ?? 0) + 1 : 0
            counts.set(platform, held)
            if (held > 2) lost.add(quote)
            effects.pending(quote, platform)
          },
          rated(quote, platform) {
            if (!lost.has(quote)) effects.rated(quote, platform)
          },
        },
      }
    },
  },
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
