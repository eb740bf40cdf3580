import { isObject } from '../../../../conformance/json/object.ts'
import { answerAsJson } from '../../http/answer.ts'
import { answering, given } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

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
]
