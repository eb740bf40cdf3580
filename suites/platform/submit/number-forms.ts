import type { Exchange } from '../../../conformance/exchange.ts'
import { CannotTell, cutOff, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { type Submission, uniqueSubmission } from '../../../generators/submission.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../context.ts'
import { finding } from '../judge/answer.ts'
import { at, show } from '../judge/json.ts'
import { amountOf, quoteIdOf, recordOf } from '../quotes/record.ts'
import { notRefusedAsInvalid } from './accepted.ts'

const FIELDS = ['revenue', 'agg_limit', 'retention'] as const

interface Trace {
  readonly asNumber: Exchange
  readonly asString: Exchange
  /** The records after rating, where both were quoted. */
  readonly rates?: { readonly number: Exchange; readonly string: Exchange }
}

/** An amount may be a number or a string of digits, and both mean the same (2.1, R3). */
export const numberForms: readonly PlatformScenario[] = FIELDS.map((field) =>
  scenario<Trace>({
    id: `submit/${field.replace('_', '-')}-forms`,
    title: `${field} is the same as a number and as a string of digits`,
    drive: (context) => bothForms(context, field),
    claims: [
      claim(`${field.replace('_', '-')}-as-number-accepted`, ({ asNumber }) => notRefusedAsInvalid(asNumber)),
      claim(`${field.replace('_', '-')}-as-string-accepted`, ({ asString }) => notRefusedAsInvalid(asString)),
      claim('number-and-string-rate-alike', rateAlike),
    ],
  }),
)

async function bothForms({ api, quotes, facts, unique }: PlatformContext, field: string): Promise<Trace> {
  // One and the same submission twice: a platform that takes the second for a repetition of the first is right too.
  const submission: Submission = uniqueSubmission(facts.submission, {}, unique())
  const amount = amountOf(submission[field])
  if (amount === undefined)
    throw new CannotTell(`the submission's ${field} is no plain amount`, `submission.${field}`)
  const asNumber = await api.submit({ ...submission, [field]: amount })
  const asString = await api.submit({ ...submission, [field]: String(amount) })
  const ids = [quoteIdOf(asNumber), quoteIdOf(asString)] as const
  if (ids[0] === undefined || ids[1] === undefined) return { asNumber, asString }
  const [number, string] = await Promise.all([quotes.settle(ids[0]), quotes.settle(ids[1])])
  return { asNumber, asString, rates: { number: number.last, string: string.last } }
}

const COMPARED = ['/quote_status', '/policy_term', '/personal_cyber', '/coverage_details'] as const

function rateAlike({ rates, asNumber, asString }: Trace): Verdict {
  if (rates === undefined) {
    const [one, other] = [asNumber.answer?.status, asString.answer?.status]
    return one === other || one === undefined || other === undefined
      ? cutOff('neither form of the submission was quoted')
      : failed(finding(asString, `status ${one}, as for the number`, `status ${other}`))
  }
  const [number, string] = [recordOf(rates.number), recordOf(rates.string)]
  if (number === undefined || string === undefined) return cutOff('a rated record could not be read')
  const differing = COMPARED.filter(
    (pointer) => canonical(at(number, pointer)) !== canonical(at(string, pointer)),
  )
  return differing.length === 0
    ? passed()
    : failed(
        ...differing.map((pointer) =>
          finding(rates.string, show(at(number, pointer)), show(at(string, pointer)), `/data${pointer}`),
        ),
      )
}

/** JSON with sorted keys, so that key order does not count. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}
