import { isObject } from '../../../../conformance/json/object.ts'
import type { Behaviour, BehaviourChange, BehaviourChanges } from '../../behaviour.ts'
import type { Quote, QuoteStatus } from '../../quotes/quote.ts'
import { operating } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** Notes quotes that were updated after a review had approved them. */
function noting({ lifecycle, effects }: Behaviour) {
  const [reviewed, updated] = [new WeakSet<Quote>(), new WeakSet<Quote>()]
  const changes: BehaviourChanges = {
    lifecycle: {
      review(quote, end, platform) {
        if (end === 'ready_to_bind') reviewed.add(quote)
        return lifecycle.review(quote, end, platform)
      },
    },
    effects: {
      updated(quote, platform) {
        if (reviewed.has(quote)) updated.add(quote)
        effects.updated(quote, platform)
      },
    },
  }
  return { changes, updated }
}

const isLarge = (amount: unknown): boolean => typeof amount === 'string' && Number(amount) > 2 ** 31 - 1

/** Ends the reviews of some quotes in another state than the operator decided. */
const endingReviews =
  (decided: QuoteStatus, isMet: (quote: Quote) => boolean, elsewhere: QuoteStatus): BehaviourChange =>
  ({ lifecycle }) => ({
    lifecycle: {
      review(quote, end, platform) {
        const isReviewed = lifecycle.review(quote, end, platform)
        if (isReviewed && end === decided && isMet(quote)) quote.status = elsewhere
        return isReviewed
      },
    },
  })

/** Defects of quotes in several circumstances at once, and of rare amounts (2.1, 3, R3, R8, R9). */
export const meetingMutants: readonly Mutant[] = [
  {
    id: 'large-amounts-as-strings-refused',
    says: 'A string of digits is read into 31 bits, and larger numbers are refused',
    kills: ['revenue-as-string-accepted', 'agg-limit-as-string-accepted', 'retention-as-string-accepted'],
    change: (base) =>
      operating(['submit'], (standard, call, platform) => {
        const body: Record<string, unknown> = isObject(call.body) ? call.body : {}
        return [body.revenue, body.agg_limit, body.retention].some(isLarge)
          ? base.operations.submit({ ...call, body: { ...body, revenue: null } }, platform)
          : standard()
      })(base),
  },
  {
    id: 'billions-lack-a-separator',
    says: 'Amounts from a billion on lack a thousands separator',
    kills: ['record-policy-term-agg-limit'],
    change: ({ formats }) => ({
      formats: { money: (amount) => formats.money(amount).replace(/^\$(\d{1,3}),(?=\d{3},\d{3},)/, '$$$1') },
    }),
  },
  {
    id: 'reviews-of-new-brokers-end-in-approved-rate',
    says: 'After its approval, a quote of a broker who is not onboarded goes to approved_rate',
    kills: ['states-follow-the-table'],
    change: endingReviews(
      'ready_to_bind',
      ({ submission }) => submission.broker_email.endsWith('@not-onboarded.example'),
      'approved_rate',
    ),
  },
  {
    id: 'declined-reviews-with-claims-fail',
    says: 'A quote with claims that a review declines ends in failed',
    kills: ['states-follow-the-table'],
    change: endingReviews(
      'declined',
      ({ submission }) => (submission.claims.claims_count ?? 0) > 0,
      'failed',
    ),
  },
  {
    id: 'updates-after-a-review-lose-the-minimum',
    says: 'An update of a quote that a review approved writes the submitted retention back',
    kills: ['retention-below-minimum-is-raised'],
    change(base) {
      const { changes, updated } = noting(base)
      return {
        ...changes,
        policyTerm: {
          retention: (rating, platform, quote) =>
            updated.has(quote)
              ? platform.behaviour.formats.money(Number(quote.submission.retention))
              : base.policyTerm.retention?.(rating, platform, quote),
        },
      }
    },
  },
  {
    id: 'issued-after-a-review-and-an-update-without-preview',
    says: 'The preview of an issued quote that a review approved and that was updated then is not found',
    kills: ['quote-preview-in-issued'],
    change(base) {
      const { changes, updated } = noting(base)
      return {
        ...changes,
        documents: {
          code: (name, quote, platform) =>
            name === 'quote-preview' && quote?.status === 'issued' && updated.has(quote)
              ? 400
              : base.documents.code(name, quote, platform),
        },
      }
    },
  },
  {
    id: 'names-with-a-slash-without-policy',
    says: 'The file of a policy is named after the insured, and is not found where the name has a slash',
    kills: ['policy-in-issued'],
    change: ({ documents }) => ({
      documents: {
        code: (name, quote, platform) =>
          name === 'policy' && quote?.submission.insured_name.includes('/') === true
            ? 500
            : documents.code(name, quote, platform),
      },
    }),
  },
  {
    id: 'policies-are-numbered-by-tax-id',
    says: 'All policies of one tax id have the same number',
    kills: ['payload-policy-id-unique'],
    change: ({ events }) => ({
      events: {
        payloads: {
          ...events.payloads,
          'policy.created': (quote, platform) => {
            const { insured_taxid } = quote.submission
            const payload = events.payloads['policy.created'](quote, platform)
            return insured_taxid === undefined ? payload : { ...payload, policyId: `pol-${insured_taxid}` }
          },
        },
      },
    }),
  },
  {
    id: 'token-requests-begin-with-the-client',
    says: 'The first parameter of a token request counts as the client id, whatever its name',
    kills: ['token-answers-200'],
    change: ({ tokenChecks }) => ({
      tokenChecks: {
        parameters: (form, platform) =>
          [...form.keys()][0] === 'client_id'
            ? tokenChecks.parameters(form, platform)
            : { code: 'invalid_client', description: 'client authentication failed' },
      },
    }),
  },
]
