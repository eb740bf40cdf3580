import { move } from '../quotes/lifecycle.ts'
import { inState } from './answers.ts'
import type { Mutant } from './mutant.ts'

/** Wrong side effects of updates and binds on a quote, accepted or refused (4.rule.3, 4.rule.4, R13, R14). */
export const aftermathMutants: readonly Mutant[] = [
  ...(['update', 'bind'] as const).map(
    (operation): Mutant => ({
      id: `refused-${operation}-raises-the-price`,
      says: `The premium is calculated again before the ${operation} is refused`,
      kills: [`refused-${operation}-leaves-the-record`],
      change: inState(
        [operation],
        ['issued', 'underwriter_review', 'approved_rate'],
        async (quote, standard) => {
          const answer = await standard()
          if (answer.status >= 400 && quote.rating !== undefined)
            quote.rating = { ...quote.rating, premium: quote.rating.premium + 1 }
          return answer
        },
      ),
    }),
  ),
  {
    id: 'update-binds-the-quote',
    says: 'An update binds the quote, since its re-rating runs the job of a bind',
    kills: ['update-changes-contact-only', 'issued-only-by-bind'],
    change: () => ({ effects: { updated: (quote, platform) => void move(quote, 'bound', platform) } }),
  },
]
