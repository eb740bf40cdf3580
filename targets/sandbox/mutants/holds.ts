import type { Platform } from '../platform.ts'
import { move } from '../quotes/lifecycle.ts'
import type { Quote } from '../quotes/quote.ts'
import type { Mutant } from './mutant.ts'

/** Quotes that wait while rating or issue is held (3.transitions, R15). */
export const holdMutants: readonly Mutant[] = [
  {
    id: 'forgets-the-second-held-bind',
    says: 'While issue is held, a further bind takes the place of the one that waits',
    kills: ['bound-is-transient', 'transition-bound-to-issued'],
    change: ({ effects }) => {
      let waiting: Quote | undefined
      return {
        effects: {
          bound(quote, platform) {
            if (!platform.issue.held) waiting = undefined
            else if (waiting !== undefined) return
            else waiting = quote
            effects.bound(quote, platform)
          },
        },
      }
    },
  },
  {
    id: 'held-ratings-end-at-one-that-failed',
    says: 'The worker that takes up held ratings ends with the first one that fails',
    kills: ['transition-pending-to-ready-to-bind'],
    change() {
      let stoppedAt: number | undefined
      return {
        effects: {
          pending(quote, platform) {
            const { events, work, rating, clock, behaviour } = platform
            events.occur('pending', quote, platform)
            work.schedule(behaviour.timing.rating, () => {
              const { held } = rating
              rating.pass(() => {
                if (held && stoppedAt === clock.now()) return
                behaviour.effects.rated(quote, platform)
                if (held && quote.status === 'failed') stoppedAt = clock.now()
              })
            })
          },
        },
      }
    },
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
    id: 'approved-reviews-are-rated-again',
    says: 'A review that is approved while rating is held leads back to the queue of ratings',
    kills: ['states-follow-the-table'],
    change: ({ lifecycle }) => ({
      lifecycle: {
        review(quote, end, platform) {
          if (!platform.rating.held || end === 'declined') return lifecycle.review(quote, end, platform)
          quote.status = 'pending'
          platform.rating.pass(() => {
            quote.status = 'underwriter_review'
            lifecycle.review(quote, end, platform)
          })
          return true
        },
      },
    }),
  },
  {
    id: 'failed-quotes-go-on-with-the-others',
    says: 'When rating goes on, quotes that had failed before are rated as well',
    kills: ['failed-is-terminal'],
    change({ effects }) {
      const held = new WeakSet<Quote>()
      return {
        effects: {
          pending(quote, platform) {
            if (platform.rating.held) held.add(quote)
            effects.pending(quote, platform)
          },
          rated(quote, platform) {
            effects.rated(quote, platform)
            if (!held.has(quote)) return
            for (const other of platform.quotes.values())
              if (other.status === 'failed') other.status = 'ready_to_bind'
          },
        },
      }
    },
  },
]
