import type { Behaviour, BehaviourChange } from '../behaviour.ts'
import type { Token } from '../credentials/rules.ts'
import { isDocument } from '../http/answer.ts'
import type { Quote } from '../quotes/quote.ts'
import type { Mutant } from './mutant.ts'

type Code = Behaviour['documents']['code']

/** Refuses some documents that would otherwise be available. */
export const refusingDocuments =
  (isRefused: (name: Parameters<Code>[0], quote: Quote, platform: Parameters<Code>[2]) => boolean) =>
  ({ documents }: Parameters<BehaviourChange>[0]) => ({
    documents: {
      code: (...[name, quote, platform]: Parameters<Code>) => {
        const code = documents.code(name, quote, platform)
        return code === 200 && quote !== undefined && isRefused(name, quote, platform) ? 400 : code
      },
    },
  })

/** Defects that show under one condition, but not for a usual quote. */
export const conditionMutants: readonly Mutant[] = [
  {
    id: 'no-policy-preview-of-a-review-approved-late',
    says: 'The data of a policy preview is kept for a day, and a review may take longer',
    kills: ['policy-preview-in-ready-to-bind'],
    change(base) {
      const late = new WeakSet<Quote>()
      const refusing = refusingDocuments((name, quote) => name === 'policy-preview' && late.has(quote))
      return {
        ...refusing(base),
        effects: {
          ready_to_bind(quote, platform) {
            if (platform.clock.now() - quote.createdAt > 25 * 3_600_000) late.add(quote)
            base.effects.ready_to_bind(quote, platform)
          },
        },
      }
    },
  },
  {
    id: 'quotes-belong-to-a-token',
    says: 'A quote that was submitted with one token is not found with the next',
    kills: ['quote-preview-in-ready-to-bind'],
    change: ({ access }) => {
      const first = new Map<string, Token>()
      return {
        access: {
          token(visitor, platform) {
            const token = access.token(visitor, platform)
            if (typeof token === 'string' || visitor.operation === 'submit') return token
            const id = visitor.url.split('/').at(-1)?.toLowerCase() ?? ''
            const known = first.get(id) ?? token
            first.set(id, known)
            return isDocument(visitor.operation) && known !== token ? 'bad-token' : token
          },
        },
      }
    },
  },
]
