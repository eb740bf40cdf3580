import { isObject } from '../../../../conformance/json/object.ts'
import { operating } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

const isLarge = (amount: unknown): boolean => typeof amount === 'string' && Number(amount) > 2 ** 31 - 1

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
