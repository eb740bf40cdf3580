import type { Quote } from '../../quotes/quote.ts'
import type { Mutant } from '../mutant.ts'

/** Requests with wrong answers where two circumstances meet (3.documents, 4, 5, R12 to R18). */
export const combinedRequestMutants: readonly Mutant[] = [
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
]
