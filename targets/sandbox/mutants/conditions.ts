import type { Behaviour, BehaviourChange } from '../behaviour.ts'
import type { Token } from '../credentials/rules.ts'
import { isDocument } from '../http/answer.ts'
import { isFirstPartner } from '../office/first-partner.ts'
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

const isAscii = (text: string): boolean => /^[\0-~]*$/.test(text)

/** Defects that show under one condition, but not for a usual quote. */
export const conditionMutants: readonly Mutant[] = [
  {
    id: 'no-policy-for-a-second-partner',
    says: 'Policies are looked for in the folder of the first partner',
    kills: ['policy-in-issued'],
    change: refusingDocuments(
      (name, { partnerId }, platform) => name === 'policy' && !isFirstPartner(partnerId, platform),
    ),
  },
  {
    id: 'no-proposal-of-a-raised-review',
    says: 'The proposal of a quote under review waits for the reviewer, where its retention was raised',
    kills: ['quote-proposal-in-underwriter-review'],
    change: refusingDocuments(
      (name, { status, rating }) =>
        name === 'quote-proposal' && status === 'underwriter_review' && rating?.raisedFrom !== undefined,
    ),
  },
  {
    id: 'no-preview-after-a-review',
    says: 'A quote that went through review keeps the documents that it had then: none',
    kills: ['quote-preview-in-ready-to-bind', 'quote-preview-in-issued'],
    change(behaviour) {
      const reviewed = new WeakSet<Quote>()
      const { effects } = behaviour
      return {
        ...refusingDocuments((name, quote) => name === 'quote-preview' && reviewed.has(quote))(behaviour),
        effects: {
          underwriter_review(quote, platform) {
            reviewed.add(quote)
            effects.underwriter_review(quote, platform)
          },
        },
      }
    },
  },
  {
    id: 'no-policy-after-a-raise',
    says: 'The policy of a quote whose retention was raised waits for a consent that nobody asks for',
    kills: ['policy-in-issued'],
    change: refusingDocuments((name, { rating }) => name === 'policy' && rating?.raisedFrom !== undefined),
  },
  {
    id: 'no-preview-of-other-letters',
    says: 'A name with letters beyond ASCII breaks the template of the preview',
    kills: ['quote-preview-in-ready-to-bind', 'quote-preview-in-issued'],
    change: refusingDocuments(
      (name, { contact }) => name === 'quote-preview' && !isAscii(JSON.stringify(contact)),
    ),
  },
  {
    id: 'no-policy-with-an-apostrophe',
    says: 'A name with an apostrophe ends the statement that issues the policy, which is never tried again',
    kills: ['transition-bound-to-issued'],
    change: ({ effects }) => ({
      effects: {
        bound(quote, platform) {
          if (!String(quote.submission.insured_name).includes("'")) effects.bound(quote, platform)
        },
      },
    }),
  },
  {
    id: 'no-policy-with-quotation-marks',
    says: 'A name in quotation marks breaks the template of the policy',
    kills: ['policy-in-issued'],
    change: refusingDocuments(
      (name, { submission }) => name === 'policy' && String(submission.insured_name).includes('"'),
    ),
  },
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
  {
    id: 'binds-at-once-are-refused',
    says: 'While one quote of a partner is being bound no other one is',
    kills: ['bind-answers-202', 'bind-in-ready-to-bind'],
    change: ({ operations, answers }) => ({
      operations: {
        bind(call, platform) {
          const isBusy = [...platform.quotes.values()].some(
            ({ status, partnerId }) => status === 'bound' && partnerId === call.partner.id,
          )
          return isBusy ? answers.error(400, 'Another bind is going on.') : operations.bind(call, platform)
        },
      },
    }),
  },
]
