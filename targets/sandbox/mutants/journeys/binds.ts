import { move } from '../../quotes/lifecycle.ts'
import type { Quote } from '../../quotes/quote.ts'
import { type JourneyMutant, quoteOf } from './mutant.ts'

/** Quotes for which somebody asked for a bind too early. */
const wished = new WeakSet<Quote>()

/** Binds that go wrong because of what came before them. */
export const bindMutants: readonly JourneyMutant[] = [
  {
    id: 'second-bind-issues-again',
    says: 'A bind of an issued quote is refused, and issues a second policy all the same',
    kills: ['bind-again-emits-no-second-policy'],
    change: ({ operations }) => ({
      operations: {
        bind(call, platform) {
          const quote = quoteOf(call, platform)
          if (quote?.status === 'issued') platform.events.emit('policy.created', quote, platform)
          return operations.bind(call, platform)
        },
      },
    }),
  },
  {
    id: 'bind-race-issues-twice',
    says: 'Two binds at the same moment both find the quote ready, and each issues a policy',
    kills: ['bind-again-emits-no-second-policy'],
    change: ({ operations }) => ({
      operations: {
        async bind(call, platform) {
          const quote = quoteOf(call, platform)
          const ready = quote?.status === 'ready_to_bind'
          // What a transaction would have kept apart.
          await new Promise((resolve) => setTimeout(resolve, 20))
          if (!ready || quote.status !== 'bound') return operations.bind(call, platform)
          const { clock, events, behaviour } = platform
          clock.schedule(behaviour.timing.issue + 1, () => events.emit('policy.created', quote, platform))
          return behaviour.answers.bindAccepted(quote)
        },
      },
    }),
  },
  {
    id: 'early-bind-is-kept',
    says: 'A bind during a review is refused, and carried out as soon as the review approves',
    kills: ['issued-only-by-bind'],
    change: ({ operations, effects }) => ({
      operations: {
        bind(call, platform) {
          const quote = quoteOf(call, platform)
          if (quote?.status === 'underwriter_review') wished.add(quote)
          return operations.bind(call, platform)
        },
      },
      effects: {
        ready_to_bind(quote, platform) {
          effects.ready_to_bind(quote, platform)
          if (wished.has(quote)) move(quote, 'bound', platform)
        },
      },
    }),
  },
]
