import type { Quote } from '../../quotes/quote.ts'
import { quoteOf } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** Quotes whose proposal was read. */
const read = new WeakSet<Quote>()
/** Quotes that were updated after that. */
const tried = new WeakSet<Quote>()

/** Updates with wrong later effects. */
export const updateJourneyMutants: readonly Mutant[] = [
  {
    id: 'update-resets-bound',
    says: 'An update of a quote that is being bound is refused, and sets it back to ready_to_bind',
    kills: ['states-follow-the-table'],
    change: ({ operations }) => ({
      operations: {
        update(call, platform) {
          const answer = operations.update(call, platform)
          const quote = quoteOf(call, platform)
          if (quote?.status === 'bound') quote.status = 'ready_to_bind'
          return answer
        },
      },
    }),
  },
  {
    id: 'update-after-proposal-blocks-bind',
    says: 'A quote whose proposal was read before an update can no longer be bound',
    kills: ['bind-in-ready-to-bind'],
    change: ({ operations, documents }) => ({
      documents: {
        code(name, quote, platform) {
          const code = documents.code(name, quote, platform)
          if (name === 'quote-proposal' && code === 200 && quote !== undefined) read.add(quote)
          return code
        },
      },
      operations: {
        update(call, platform) {
          const quote = quoteOf(call, platform)
          if (quote !== undefined && read.has(quote)) tried.add(quote)
          return operations.update(call, platform)
        },
        bind(call, platform) {
          const quote = quoteOf(call, platform)
          return quote !== undefined && tried.has(quote)
            ? platform.behaviour.answers.error(400, 'The proposal is out of date.')
            : operations.bind(call, platform)
        },
      },
    }),
  },
]
