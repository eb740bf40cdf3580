import { isObject } from '../../../conformance/json/object.ts'
import type { BehaviourChange } from '../behaviour.ts'
import type { Visitor } from '../credentials/rules.ts'
import { answerAsJson } from '../http/answer.ts'
import { isFirstPartner } from '../office/first-partner.ts'
import { answering, operating, rewritten } from './answers.ts'
import type { Mutant } from './mutant.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Carries submissions without a key out, and refuses them afterwards. */
const submittingRefused: BehaviourChange = ({ access, operations }) => {
  const refused = new WeakMap<Visitor['headers'], Visitor>()
  return {
    access: {
      key(visitor, partner, platform) {
        const refusal = access.key(visitor, partner, platform)
        if (refusal !== 'no-key' || visitor.operation !== 'submit') return refusal
        refused.set(visitor.headers, visitor)
        return undefined
      },
    },
    operations: {
      submit(call, platform) {
        const answer = operations.submit(call, platform)
        const visitor = refused.get(call.headers)
        return visitor === undefined ? answer : access.refused('no-key', 'submit', platform, visitor)
      },
    },
  }
}

/** Wrong forms of refusals, and wrong codes of answers (2.5, 4, 7). */
export const refusalMutants: readonly Mutant[] = [
  {
    id: 'refused-submission-goes-through',
    says: 'A submission without an integration key is answered with 401 after it was queued for rating',
    kills: ['refused-submit-changes-nothing'],
    change: submittingRefused,
  },
  ...(['status', 'update', 'bind'] as const).map(
    (operation): Mutant => ({
      id: `${operation}-400-in-html`,
      says: `A 400 of ${operation} is the error page of the web server`,
      kills: ['error-envelope'],
      change: answering([operation], (answer, { id }) =>
        answer.status === 400 || !UUID.test(id)
          ? {
              status: 400,
              headers: { 'content-type': 'text/html; charset=utf-8' },
              body: '<h1>400 Bad Request</h1>',
            }
          : answer,
      ),
    }),
  ),
  {
    id: 'status-conflicts-while-documents-are-asked-for',
    says: 'The first read after a refused document finds the quote locked',
    kills: ['status-code'],
    change: ({ operations, answers }) => {
      const locked = new Set<string>()
      return {
        operations: {
          policy(call, platform) {
            locked.add(call.id)
            return operations.policy(call, platform)
          },
          status: (call, platform) =>
            locked.delete(call.id)
              ? answers.error(409, 'The quote is locked.')
              : operations.status(call, platform),
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
    id: 'later-partners-are-declined-by-an-error',
    says: 'A decline is an error for all partners but the first',
    kills: ['declined-envelope'],
    change: ({ operations, answers }) => ({
      operations: {
        async submit(call, platform) {
          const answer = await operations.submit(call, platform)
          const isDeclined = answer.status === 400 && String(answer.body).includes('"declined"')
          return isDeclined && !isFirstPartner(call.partner.id, platform)
            ? answers.error(400, 'Not acceptable.')
            : answer
        },
      },
    }),
  },
  {
    id: 'refused-documents-as-asked',
    says: 'Errors of documents are JSON if the request accepts JSON',
    kills: ['quote-proposal-refusal-is-plain-text'],
    change: answering(
      ['quote-preview', 'quote-proposal', 'policy-preview', 'policy'],
      (answer, { headers }) =>
        answer.status >= 400 && headers.accept?.includes('json') === true
          ? answerAsJson(answer.status, { status: 'error', error: { message: String(answer.body) } })
          : answer,
    ),
  },
  {
    id: 'later-internal-errors-are-pages',
    says: 'The service answers the first internal error of a proposal, and its proxy all later ones',
    kills: ['quote-proposal-500-is-plain-text'],
    change({ http }) {
      let errors = 0
      return {
        http: {
          failed(status, message, operation, platform) {
            const answer = http.failed(status, message, operation, platform)
            if (status !== 500 || operation !== 'quote-proposal') return answer
            errors += 1
            return errors === 1 ? answer : { ...answer, headers: { 'content-type': 'text/html' } }
          },
        },
      }
    },
  },
  {
    id: 'content-types-with-a-charset-are-refused',
    says: 'The content type is compared as a whole text, so that one with a charset is refused',
    kills: ['valid-submissions-accepted'],
    change: operating(['submit', 'update', 'bind'], (standard, { headers }, { behaviour }) =>
      headers['content-type']?.includes(';')
        ? behaviour.answers.error(415, 'application/json is expected.')
        : standard(),
    ),
  },
]
