import { isObject } from '../../../../conformance/json/object.ts'
import type { ValidSubmission } from '../../quotes/quote.ts'
import { answering, operating, quoteOf, rewritten } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** Swaps points and commas in amounts of money. */
const swappedMarks = (text: string): string =>
  text.replace(/\$[\d,]+\.\d\d/g, (money) => money.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')))

/** Refuses some valid submissions without a stated reason. */
const refusingSubmissions = (
  isRefused: (submission: Partial<ValidSubmission>) => boolean,
): Mutant['change'] =>
  operating(['submit'], (standard, { body }, { behaviour }) =>
    isObject(body) && isRefused(body)
      ? behaviour.answers.error(400, 'The submission is not valid.')
      : standard(),
  )

/** Defects that show only where two forms, events or moments meet; each alone is handled rightly. */
export const interplayMutants: readonly Mutant[] = [
  {
    id: 'amounts-are-compared-as-texts',
    says: 'Amounts that come as texts are compared as texts, so that a retention of 2500 is above a limit of 1000000',
    kills: ['retention-as-string-accepted', 'number-and-string-rate-alike'],
    change: refusingSubmissions(
      ({ retention, agg_limit }) =>
        typeof retention === 'string' && typeof agg_limit === 'string' && retention > agg_limit,
    ),
  },
  {
    id: 'money-in-the-language-of-the-reader',
    says: 'Amounts are written in the language that the request asks for',
    kills: ['record-policy-term-premium-only'],
    change({ access, http }) {
      let reader: unknown
      return {
        access: {
          token(visitor, platform) {
            reader = visitor.headers['accept-language']
            return access.token(visitor, platform)
          },
        },
        http: {
          finished(answer, operation, platform) {
            const finished = http.finished(answer, operation, platform)
            const isGerman = String(reader).startsWith('de') && typeof finished.body === 'string'
            return isGerman ? { ...finished, body: swappedMarks(String(finished.body)) } : finished
          },
        },
      }
    },
  },
  {
    id: 'declined-twice-is-a-quote',
    says: 'A submission that was declined a moment ago is answered from the store, as a quote that is declined',
    kills: ['transition-new-to-pending'],
    change(behaviour) {
      const declined = new Map<string, Record<string, unknown>>()
      return operating(['submit'], async (standard, { body }, platform) => {
        const known = declined.get(JSON.stringify(body))
        if (known !== undefined) return platform.behaviour.answers.submitted(known)
        const answer = await standard()
        if (answer.status === 400 && isObject(body) && String(answer.body).includes('"declined"')) {
          declined.set(JSON.stringify(body), {
            created_at: platform.behaviour.formats.timestamp(platform.clock.now()),
            quote_id: platform.random.uuid(),
            quote_status: 'declined',
            checkout_link: `${platform.origin}/checkout`,
            product_details: { product_name: 'Cyber Insurance' },
          })
        }
        return answer
      })(behaviour)
    },
  },
  {
    id: 'declines-of-a-second-partner-carry-data',
    says: 'A decline for any partner but the first has the data of a possible offer',
    kills: ['declined-has-no-data'],
    change: answering(['submit'], (answer, { partner }, { directory }) => {
      const [first] = directory.partners.values()
      return partner === first
        ? answer
        : rewritten(answer, (members) => (members.status === 'declined' ? { ...members, data: {} } : members))
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
  {
    id: 'update-takes-the-limit',
    says: 'The body of an update is written over the quote, so that an aggregate limit in it counts',
    kills: ['update-changes-contact-only'],
    change: operating(['update'], (standard, call, platform) => {
      const quote = quoteOf(call, platform)
      const answer = standard()
      if (quote?.rating !== undefined && isObject(call.body) && typeof call.body.agg_limit === 'number')
        Object.assign(quote, { submission: { ...quote.submission, agg_limit: call.body.agg_limit } })
      return answer
    }),
  },
]
