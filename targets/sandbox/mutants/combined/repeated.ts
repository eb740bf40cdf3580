import { isDeepStrictEqual } from 'node:util'
import type { Quote } from '../../quotes/quote.ts'
import type { Mutant } from '../mutant.ts'

/** Defects of a quote whose submission had been sent before (4.rule.1, 6). */
export const repeatedMutants: readonly Mutant[] = [
  {
    id: 'no-events-of-a-repeated-submission',
    says: 'Events are remembered by the content of the submission, and the second equal one has none',
    kills: ['quote-created-emitted', 'proposal-ready-emitted'],
    change: ({ events }) => ({
      events: {
        made: (type, subject, platform) => {
          const quote = subject as Quote
          const isRepeated = [...platform.quotes.values()].some(
            (other) =>
              other !== quote &&
              other.partnerId === quote.partnerId &&
              other.createdAt <= quote.createdAt &&
              isDeepStrictEqual(other.submission, quote.submission),
          )
          return isRepeated && type !== 'broker.added' ? [] : events.made(type, subject, platform)
        },
      },
    }),
  },
]
