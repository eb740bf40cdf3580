import { isObject } from '../../../conformance/json/object.ts'
import type { Behaviour } from '../behaviour.ts'
import { move } from '../quotes/lifecycle.ts'
import type { Quote } from '../quotes/quote.ts'
import { inState, quoteOf } from './answers.ts'
import type { Mutant } from './mutant.ts'

/** Wrong side effects of updates and binds on a quote, accepted or refused (4.rule.3, 4.rule.4, R13, R14). */
export const aftermathMutants: readonly Mutant[] = [
  {
    id: 'update-loses-the-proposal-of-an-approved-rate',
    says: 'After an update the proposal is generated anew only for quotes that can be bound',
    kills: ['quote-proposal-in-approved-rate'],
    change(behaviour) {
      const updated = new WeakSet<Quote>()
      const { documents } = behaviour
      return {
        effects: {
          updated(quote: Quote, platform: Parameters<Behaviour['effects']['updated']>[1]) {
            updated.add(quote)
            behaviour.effects.updated(quote, platform)
          },
        },
        documents: {
          code: (name, quote, platform) =>
            name === 'quote-proposal' && quote?.status === 'approved_rate' && updated.has(quote)
              ? 409
              : documents.code(name, quote, platform),
        },
      }
    },
  },
  {
    id: 'a-refused-bind-locks-the-proposal',
    says: 'A bind that is refused during a review leaves the proposal locked',
    kills: ['quote-proposal-in-underwriter-review'],
    change: (base) => {
      const locked = new WeakSet<Quote>()
      return {
        ...inState(['bind'], ['underwriter_review'], (quote, standard) => {
          locked.add(quote)
          return standard()
        })(base),
        documents: {
          code: (name, quote, platform) =>
            name === 'quote-proposal' && quote?.status === 'underwriter_review' && locked.has(quote)
              ? 409
              : base.documents.code(name, quote, platform),
        },
      }
    },
  },
  {
    id: 'a-failure-after-a-hold-is-still-rated',
    says: 'A held rating that failed still counts as under way for its proposal',
    kills: ['quote-proposal-in-failed'],
    change: ({ effects, documents }) => {
      const waited = new WeakSet<Quote>()
      return {
        effects: {
          pending(quote, platform) {
            if (platform.rating.held) waited.add(quote)
            effects.pending(quote, platform)
          },
        },
        documents: {
          code: (name, quote, platform) =>
            name === 'quote-proposal' && quote?.status === 'failed' && waited.has(quote)
              ? 409
              : documents.code(name, quote, platform),
        },
      }
    },
  },
  {
    id: 'the-preview-needs-no-it-manager',
    says: 'After an update with an IT manager the quote preview is generated from a record that it does not fit',
    kills: ['quote-preview-in-ready-to-bind'],
    change({ operations, documents }) {
      const managed = new WeakSet<Quote>()
      return {
        operations: {
          async update(call, platform) {
            const answer = await operations.update(call, platform)
            const quote = quoteOf(call, platform)
            if (quote !== undefined && isObject(call.body) && 'it_manager_contact' in call.body)
              managed.add(quote)
            return answer
          },
        },
        documents: {
          code: (name, quote, platform) =>
            name === 'quote-preview' && quote?.status === 'ready_to_bind' && managed.has(quote)
              ? 400
              : documents.code(name, quote, platform),
        },
      }
    },
  },
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
    id: 'invalid-update-re-rates',
    says: 'An invalid update is rolled back, but the rating that it began is kept',
    kills: ['refused-update-leaves-the-record'],
    change({ operations, policyTerm }) {
      const tries = new WeakSet<Quote>()
      return {
        operations: {
          async update(call, platform) {
            const answer = await operations.update(call, platform)
            const quote = quoteOf(call, platform)
            if (quote !== undefined && answer.status === 400) tries.add(quote)
            return answer
          },
        },
        policyTerm: {
          prior_acts: (rating, platform, quote) =>
            tries.has(quote) ? 'Rated anew' : policyTerm.prior_acts?.(rating, platform, quote),
        },
      }
    },
  },
  {
    id: 'update-binds-the-quote',
    says: 'An update binds the quote, since its re-rating runs the job of a bind',
    kills: ['update-changes-contact-only', 'issued-only-by-bind'],
    change: () => ({ effects: { updated: (quote, platform) => void move(quote, 'bound', platform) } }),
  },
]
