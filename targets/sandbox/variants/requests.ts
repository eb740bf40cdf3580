import type { DocumentName } from '../../../conformance/exchange.ts'
import type { BehaviourChange } from '../behaviour.ts'
import type { Cell } from '../documents/rules.ts'
import type { ApiCall, HttpAnswer } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import type { QuoteStatus } from '../quotes/quote.ts'
import { isObject } from '../validation/types.ts'
import type { Variant } from './variant.ts'

const CLOSED_UPDATES = ['pending', 'bound', 'issued', 'declined', 'underwriter-review', 'failed'].map(
  (state) => `update-in-${state}-answer`,
)
const CLOSED_BINDS = [
  'pending',
  'approved-rate',
  'bound',
  'issued',
  'declined',
  'underwriter-review',
  'failed',
].map((state) => `bind-in-${state}-answer`)

/** Answers an update or a bind in a state that does not allow it with another code. */
const withOtherCode =
  (code: number): BehaviourChange =>
  ({ operations }) => {
    const changed =
      (operation: 'update' | 'bind') =>
      async (call: ApiCall, platform: Platform): Promise<HttpAnswer> => {
        const answer = await operations[operation](call, platform)
        const quote = platform.quotes.get(call.id.toLowerCase())
        const allowed = platform.behaviour.lifecycle[operation === 'bind' ? 'bindable' : 'updatable']
        const isElsewhere = quote !== undefined && !allowed.includes(quote.status)
        return answer.status === 400 && isElsewhere && String(answer.body).includes('cannot be')
          ? { ...answer, status: code }
          : answer
      }
    return { operations: { update: changed('update'), bind: changed('bind') } }
  }

/** Changes cells of the availability table that the specification leaves open. */
const cells =
  (open: Partial<Record<DocumentName, Partial<Record<QuoteStatus | 'unknown', Cell>>>>): BehaviourChange =>
  ({ documents: { availability } }) => ({
    documents: {
      availability: {
        'quote-preview': { ...availability['quote-preview'], ...open['quote-preview'] },
        'quote-proposal': { ...availability['quote-proposal'], ...open['quote-proposal'] },
        'policy-preview': { ...availability['policy-preview'], ...open['policy-preview'] },
        policy: { ...availability.policy, ...open.policy },
      },
    },
  })

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const trimmed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim()
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, trimmed(one)]))
}

/** Legal answers where the specification shows none (4.rule.8 to 4.rule.10, R10, R12 to R18). */
export const requestVariants: readonly Variant[] = [
  {
    id: 'blanks-cut-off',
    says: 'Blanks and line ends around a text in a submission are cut off',
    choice: 'blanks',
    observes: ['submit-observe-debatable-values'],
    change: ({ operations }) => ({
      operations: {
        submit: (call, platform) => operations.submit({ ...call, body: trimmed(call.body) }, platform),
      },
    }),
  },
  {
    id: 'conflicts-elsewhere',
    says: 'Update and bind in another state are conflicts',
    choice: 'answers elsewhere',
    observes: [...CLOSED_UPDATES, ...CLOSED_BINDS, 'observe-409-beyond-the-proposal'],
    change: withOtherCode(409),
  },
  {
    id: 'forbidden-elsewhere',
    says: 'Update and bind in another state are forbidden',
    choice: 'answers elsewhere',
    observes: [...CLOSED_UPDATES, ...CLOSED_BINDS, 'observe-status-codes'],
    change: withOtherCode(403),
  },
  {
    id: 'bind-again-is-accepted',
    says: 'A bind of a quote that is bound or issued is accepted and does nothing',
    choice: 'second bind',
    observes: ['bind-in-bound-answer', 'bind-in-issued-answer'],
    warns: ['bind-in-bound', 'bind-in-issued'],
    change: ({ operations }) => ({
      operations: {
        bind(call, platform) {
          const quote = platform.quotes.get(call.id.toLowerCase())
          const isDone = quote?.status === 'bound' || quote?.status === 'issued'
          return quote !== undefined && isDone && platform.behaviour.access.sees(call.partner, quote, 'bind')
            ? platform.behaviour.answers.bindAccepted(quote)
            : operations.bind(call, platform)
        },
      },
    }),
  },
  {
    id: 'bind-takes-the-empty-object-only',
    says: 'A bind with anything else than the empty object is refused',
    choice: 'bind body',
    observes: ['observe-bind-with-fields'],
    change: ({ operations, answers }) => ({
      operations: {
        bind: (call, platform) =>
          Object.keys((call.body as object | undefined) ?? {}).length > 0
            ? answers.error(400, 'The body must be {}.')
            : operations.bind(call, platform),
      },
    }),
  },
  {
    id: 'status-with-203',
    says: 'A status from a cache is answered with 203',
    choice: 'status code',
    observes: ['observe-status-codes'],
    warns: ['status-code-200'],
    change: ({ answers }) => ({
      answers: { status: (record) => ({ ...answers.status(record), status: 203 }) },
    }),
  },
  {
    id: 'malformed-ids-are-bad-requests',
    says: 'An id that is no UUID is a bad request',
    choice: 'malformed ids',
    observes: [
      'status-malformed-id-code',
      'update-malformed-id-code',
      'bind-malformed-id-code',
      'quote-proposal-malformed-id-code',
      'policy-preview-malformed-id-code',
    ],
    change: ({ operations }) => ({
      operations: Object.fromEntries(
        Object.entries(operations).map(([operation, standard]) => [
          operation,
          (call: ApiCall, platform: Platform) =>
            operation === 'submit' || UUID.test(call.id)
              ? standard(call, platform)
              : platform.behaviour.answers.error(400, 'The id is no UUID.'),
        ]),
      ),
    }),
  },
  {
    id: 'unknown-documents-not-found',
    says: 'Every document of a quote that nobody has is not found',
    choice: 'unknown documents',
    observes: ['quote-preview-unknown-id-code', 'policy-unknown-id-code'],
    change: cells({
      'quote-preview': { unknown: 404 },
      policy: { unknown: 404 },
      'policy-preview': { unknown: 400 },
    }),
  },
  {
    id: 'open-documents-refused',
    says: 'Previews are there only where that is stated, and refused with other codes',
    choice: 'open cells',
    observes: [
      'quote-preview-in-approved-rate',
      'quote-preview-in-bound',
      'policy-in-declined',
      'policy-in-failed',
      'observe-409-beyond-the-proposal',
    ],
    change: cells({
      'quote-preview': {
        approved_rate: 409,
        bound: 409,
        declined: 404,
        failed: 404,
        underwriter_review: 409,
      },
      'policy-preview': {
        pending: 409,
        issued: 404,
        bound: 409,
        approved_rate: 404,
        declined: 404,
        failed: 404,
      },
      policy: { approved_rate: 404, bound: 409, declined: 404, failed: 404, underwriter_review: 404 },
    }),
  },
  {
    id: 'open-documents-there',
    says: 'Previews are there wherever nothing speaks against it',
    choice: 'open cells',
    observes: ['quote-preview-in-declined', 'policy-preview-in-approved-rate', 'policy-preview-in-bound'],
    change: cells({
      'quote-preview': { underwriter_review: 200, declined: 200 },
      'policy-preview': { approved_rate: 200, bound: 200, underwriter_review: 200 },
    }),
  },
  {
    id: 'policy-previews-refused-in-json',
    says: 'A refused policy preview has the envelope of the JSON endpoints',
    choice: 'policy preview refusals',
    observes: ['policy-preview-refusal-is-plain-text', 'observe-policy-preview-refusal'],
    change: ({ documents, answers }) => ({
      documents: {
        refused: (code, name) =>
          name === 'policy-preview' ? answers.error(code, 'Not available.') : documents.refused(code, name),
      },
    }),
  },
]
