import { isObject } from '../../../../conformance/json/object.ts'
import { answerAsJson } from '../../http/answer.ts'
import { answering, given, operating } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** Longer bodies are not kept as a whole, in bytes. */
const LONG_BODY = 16 * 1024

/** Replaces digits of some other scripts by ASCII digits. */
const plainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))

/** Bodies that are validated less strictly when they are written in an unusual form (2.1, R1). */
export const formMutants: readonly Mutant[] = [
  {
    id: 'digits-of-other-scripts',
    says: 'The patterns of a date and a tax id know the digits of all scripts',
    kills: ['submit-format-effective-date', 'submit-format-insured-taxid'],
    change: given('submit', (body) => {
      if (!isObject(body)) return body
      const { effective_date, insured_taxid } = body
      return {
        ...body,
        ...(typeof effective_date === 'string' && { effective_date: plainDigits(effective_date) }),
        ...(typeof insured_taxid === 'string' && { insured_taxid: plainDigits(insured_taxid) }),
      }
    }),
  },
  {
    id: 'long-submissions-without-their-details',
    says: 'A body that arrives in pieces is checked at the topmost level only',
    kills: ['submit-type-insured-location-address-line1', 'submit-type-website-has-website'],
    change(base) {
      const long = new WeakSet<object>()
      const { validation } = base
      return {
        ...operating(['submit'], (standard, { headers, body }) => {
          if (Number(headers['content-length']) > LONG_BODY && isObject(body)) long.add(body)
          return standard()
        })(base),
        validation: {
          problems(rows, body, rules) {
            const isLong = isObject(body) && long.has(body)
            return validation.problems(
              isLong ? rows.filter(({ field }) => !field.includes('.')) : rows,
              body,
              rules,
            )
          },
        },
      }
    },
  },
  {
    id: 'undecodable-ids-break-the-proposal',
    says: 'A percent sign in a path that stands for no byte causes an internal error',
    kills: ['quote-proposal-malformed-id'],
    change: ({ http }) => ({
      http: {
        failed(status, message, operation, platform) {
          const isUndecodable = operation === 'quote-proposal' && /valid url/i.test(message)
          return http.failed(isUndecodable ? 500 : status, message, operation, platform)
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
    id: 'nan-is-a-number',
    says: 'The parser accepts NaN, which is not JSON, and reads it as zero',
    kills: ['submit-not-json-refused'],
    change: () => ({ http: { asJson: (text) => text.replace(/:NaN\b/, ':0') } }),
  },
  {
    id: 'text-behind-a-body-is-left',
    says: 'The first JSON value of a body is read, and anything behind it is ignored',
    kills: ['submit-not-json-refused', 'update-not-json-refused'],
    change: () => ({ http: { asJson: (text) => text.replace(/\}[^}]*$/, '}') } }),
  },
  {
    id: 'commas-before-a-brace',
    says: 'The parser accepts a comma behind the last member, as in configuration files',
    kills: ['submit-not-json-refused', 'update-not-json-refused'],
    change: () => ({ http: { asJson: (text) => text.replace(/,\s*\}/g, '}') } }),
  },
]
