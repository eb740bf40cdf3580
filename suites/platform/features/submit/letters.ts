import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { type Form, inForms } from '../../../../generators/forms.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { describe, finding, isPutOff, withAnswer } from '../../vocabulary/judge/answer.ts'
import { isTaken } from '../../vocabulary/submissions/taken.ts'

/** A submission in one form, and a second one if the first got a server error. */
interface Try {
  readonly first: Exchange
  readonly again?: Exchange
}

interface Trace {
  readonly tries: Readonly<Partial<Record<Form, Try>>>
  readonly counterpart: Exchange
}

const FORMS: readonly Form[] = ['beyond-ascii', 'apostrophe', 'punctuation']

/**
 * Sends names with letters of up to four bytes, and with characters that end strings in other languages (2.1, R6). Which characters
 * a name may have is not shown, so a refusal is legal; a server error is not.
 */
export const lettersOfNames: PlatformScenario = scenario<Trace>({
  id: 'submit/letters-of-names',
  title: 'Names with any characters cause no server error',
  async drive({ api, quotes, spec }) {
    const submit = (form: Form) => api.submit(inForms(quotes.submission(), [form], spec))
    const tries: Partial<Record<Form, Try>> = {}
    for (const form of FORMS) {
      const first = await submit(form)
      tries[form] = isServerError(first) ? { first, again: await submit(form) } : { first }
    }
    return { tries, counterpart: (await quotes.submit()).answer }
  },
  claims: [
    claim('non-ascii-is-accepted', (trace) => noServerError(trace, 'beyond-ascii'), 'without a server error'),
    ...(['apostrophe', 'punctuation'] as const).map((form) =>
      claim<Trace>('valid-submissions-accepted', (trace) => noServerError(trace, form), `with ${form}`),
    ),
  ],
})

const isServerError = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status >= 500 && !isPutOff(answer)

/** Judges that names cause no server error. One that a second try does not get may have any cause. A refusal decides nothing. */
function noServerError({ tries, counterpart }: Trace, form: Form): Verdict {
  const { first, again } = tries[form] ?? {}
  if (first === undefined || !isTaken(counterpart))
    return cutOff('the known-good submission was not served either')
  const last = again ?? first
  if (isTaken(last)) return passed()
  return withAnswer(last, (answer) =>
    isServerError(last)
      ? failed(finding(last, `no server error at names with ${form}`, describe(answer), 'status'))
      : cannotTell('no such name was taken'),
  )
}
