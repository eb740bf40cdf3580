import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { type Form, inForms } from '../../../../generators/forms.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { describe, finding, isPutOff, withAnswer } from '../../vocabulary/judge/answer.ts'
import { isTaken } from './accepted.ts'

interface Trace {
  /** Two submissions of each form, the second where the first met a server error. */
  readonly answers: readonly { readonly form: Form; readonly tries: readonly Exchange[] }[]
  readonly counterpart: Exchange
}

const FORMS: readonly Form[] = ['beyond-ascii', 'apostrophe', 'punctuation']

/**
 * Names with letters of up to four bytes, and with signs that end a text elsewhere (2.1, R6). Which of them a name may have is not
 * shown, so that a refusal is right; an error of the server is none.
 */
export const lettersOfNames: PlatformScenario = scenario<Trace>({
  id: 'submit/letters-of-names',
  title: 'Names with any letters and signs bring about no server error',
  async drive({ api, quotes, spec }) {
    const answers: { readonly form: Form; readonly tries: readonly Exchange[] }[] = []
    for (const form of FORMS) {
      const first = await api.submit(inForms(quotes.submission(), [form], spec))
      const again = isServerError(first) ? [await api.submit(inForms(quotes.submission(), [form], spec))] : []
      answers.push({ form, tries: [first, ...again] })
    }
    return { answers, counterpart: (await quotes.submit()).answer }
  },
  claims: [claim('non-ascii-is-accepted', noServerError, 'without a server error')],
})

const isServerError = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status >= 500 && !isPutOff(answer)

/** An error that another try does not meet may have had any cause. */
function noServerError({ answers, counterpart }: Trace): Verdict {
  if (!isTaken(counterpart)) return cutOff('the known-good submission was not served either')
  if (!answers.some(({ tries }) => tries.some((one) => isTaken(one) || isServerError(one))))
    return cannotTell('no such name was taken')
  return all(
    answers.map(({ form, tries }) => {
      const last = tries.at(-1)
      if (last === undefined) return cutOff('nothing was sent')
      return withAnswer(last, (answer) =>
        tries.every(isServerError)
          ? failed(finding(last, `no server error at names with ${form}`, describe(answer), 'status'))
          : passed(),
      )
    }),
  )
}
