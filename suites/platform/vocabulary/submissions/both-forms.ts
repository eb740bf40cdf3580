import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { uniqueSubmission } from '../../../../generators/submission.ts'
import type { Spec } from '../../../../spec/spec.ts'
import type { PlatformContext } from '../context.ts'
import { finding, isPutOff } from '../judge/answer.ts'
import { at, show } from '../judge/json.ts'
import { quoteIdOf, recordOf } from '../quotes/record.ts'
import { isLeftOut, statedIn } from '../quotes/same-record.ts'

/** Amounts of a submission by their fields. */
export type Amounts = Readonly<Record<string, number>>

/** Submissions of the same amounts in both forms, and their rates. */
export interface BothForms {
  readonly asNumber: Exchange
  readonly asString: Exchange
  /** A second submission with the amounts as numbers. */
  readonly counterpart: Exchange
  /** The records after rating, where all three were quoted. */
  readonly rates?: { readonly number: Exchange; readonly string: Exchange; readonly counterpart: Exchange }
}

/**
 * Times that a difference is looked for. A platform may rate equal submissions of two insured differently, or send some of them
 * to a review by lot. With half of them under review, a difference is seen each time in one of some 16,000 cases.
 */
const TIMES = 7

/** Submits again while the forms are rated differently, since one difference may be of the insured. */
export async function confirmed(
  { spec }: PlatformContext,
  submit: () => Promise<BothForms>,
): Promise<BothForms> {
  let seen = await submit()
  for (let time = 1; time < TIMES && rateAlike(seen, spec).kind === 'failed'; time += 1) seen = await submit()
  return seen
}

/**
 * Submits for three insured, equal except for name and address: the result of a second submission of the same insured is open (R2).
 *
 * @param amounts the fields that are sent as numbers and as strings, with their values
 * @param recipe a merge patch of the known-good submission
 */
export async function bothForms(
  { api, quotes, facts, unique }: PlatformContext,
  amounts: Amounts,
  recipe: unknown = {},
): Promise<BothForms> {
  const strings = Object.fromEntries(
    Object.entries(amounts).map(([field, amount]) => [field, String(amount)] as const),
  )
  const submit = (values: Readonly<Record<string, unknown>>) =>
    api.submit({ ...uniqueSubmission(facts.submission, recipe, unique()), ...values })
  const [asNumber, counterpart, asString] = [
    await submit(amounts),
    await submit(amounts),
    await submit(strings),
  ]
  return ratesOf({ asNumber, asString, counterpart }, quotes)
}

/** Waits for the ratings of three submissions; returns no `rates` where they made fewer than three quotes. */
export async function ratesOf(
  submitted: Omit<BothForms, 'rates'>,
  quotes: PlatformContext['quotes'],
): Promise<BothForms> {
  const { asNumber, asString, counterpart } = submitted
  const ids = [asNumber, counterpart, asString].map(quoteIdOf).filter((id) => id !== undefined)
  if (new Set(ids).size < 3) return submitted
  const settled = await Promise.all(ids.map((id) => quotes.settle(id)))
  const [number, other, string] = settled.map(({ last }) => last)
  if (number === undefined || other === undefined || string === undefined) return submitted
  return { ...submitted, rates: { number, string, counterpart: other } }
}

/** Matches the fields that depend on amounts. Some of them may also depend on the insured. */
const COMPARED =
  /^\/(quote_status$|policy_term\/(retention|agg_limit|premium_only)$|personal_cyber\/|coverage_details\/)/

/** Judges that a number and a string get the same rate in all fields in which two numbers do. */
export function rateAlike({ rates, asNumber, asString }: BothForms, spec: Spec): Verdict {
  if (rates === undefined) {
    const [one, other] = [asNumber.answer, asString.answer]
    if (one === undefined || other === undefined || isPutOff(one) || isPutOff(other))
      return cutOff('one of the two forms got no answer of its own')
    return one.status === other.status
      ? cannotTell('the two forms made no quotes of their own', 'outcomes.ready_to_bind')
      : failed({
          ...finding(asString, `status ${one.status}, as for the number`, `status ${other.status}`, 'status'),
          sameAs: asNumber.id,
        })
  }
  const [number, string, counterpart] = [
    recordOf(rates.number),
    recordOf(rates.string),
    recordOf(rates.counterpart),
  ]
  if (number === undefined || string === undefined || counterpart === undefined)
    return cutOff('a rated record could not be read')
  const same = (pointer: string, one: unknown, other: unknown) =>
    isDeepStrictEqual(at(one, pointer), at(other, pointer))
  // Equal submissions for two insured may be rated differently: fields that differ between two numbers are
  // not compared.
  const pointers = ['/quote_status', ...statedIn(spec)].filter(
    (pointer) => COMPARED.test(pointer) && same(pointer, number, counterpart),
  )
  const differing = pointers.filter(
    (pointer) => !same(pointer, number, string) && !isLeftOut(pointer, [number, string], spec),
  )
  return differing.length === 0
    ? passed()
    : failed(
        ...differing.map((pointer) =>
          finding(rates.string, show(at(number, pointer)), show(at(string, pointer)), `/data${pointer}`),
        ),
      )
}
