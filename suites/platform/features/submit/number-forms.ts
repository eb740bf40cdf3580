import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import { all as allOf, CannotTell, cannotTell } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { at } from '../../vocabulary/judge/json.ts'
import { isPromised } from '../../vocabulary/quotes/promise.ts'
import { amountOf } from '../../vocabulary/quotes/record.ts'
import {
  type Amounts,
  type BothForms,
  bothForms,
  confirmed,
  rateAlike,
} from '../../vocabulary/submissions/both-forms.ts'
import { notRefusedAsInvalid } from '../../vocabulary/submissions/taken.ts'

const FIELDS = ['revenue', 'agg_limit', 'retention'] as const

/** Checks for each field that a number and a string of digits mean the same (2.1, R3). */
export const numberForms: readonly PlatformScenario[] = FIELDS.map((field) =>
  scenario<BothForms>({
    id: `submit/${field.replace('_', '-')}-forms`,
    title: `${field} is the same as a number and as a string of digits`,
    drive: (context) => confirmed(context, () => bothForms(context, amountsIn(context, field))),
    claims: [
      // Compared with the string form: the counterpart has a number too, so it would be refused as well.
      claim(`${field.replace('_', '-')}-as-number-accepted`, ({ asNumber, asString }) =>
        notRefusedAsInvalid(asNumber, asString),
      ),
      claim(`${field.replace('_', '-')}-as-string-accepted`, ({ asString, counterpart }) =>
        notRefusedAsInvalid(asString, counterpart),
      ),
      claim('number-and-string-rate-alike', (trace, { spec }) => rateAlike(trace, spec)),
    ],
  }),
)

/** Recipes that a platform may rate by another formula, with other code to parse the amounts. */
const OTHERWISE: readonly Readonly<Record<string, unknown>>[] = [
  { claims: { claims_count: 1, claims_amount: 5_000 } },
  { claims: { claims_count: 2, claims_amount: 60_000 }, year_founded: null },
  { question_highrisk: true },
  { insured_taxid: null, website: { has_website: false } },
]

/** Checks the same in submissions of other kinds, with all amounts in the same form (R3). */
export const numberFormsElsewhere: PlatformScenario = scenario<readonly BothForms[]>({
  id: 'submit/amounts-in-other-submissions',
  title: 'Amounts are the same as numbers and as strings in submissions of other kinds and outcomes',
  async drive(context) {
    const { facts, spec } = context
    const { required = [] } = spec.schema('Submission')
    const kinds = OTHERWISE.map((recipe) =>
      Object.fromEntries(
        Object.entries(recipe).filter(([field, value]) => value !== null || !required.includes(field)),
      ),
    )
    const outcomes = OUTCOMES.filter((outcome) => isPromised(facts, outcome)).map(
      (outcome) => facts.outcomes[outcome],
    )
    const seen: BothForms[] = []
    for (const recipe of [...kinds, ...outcomes]) {
      const amounts = Object.assign(
        {},
        ...FIELDS.map((field) => amountsIn(context, field, recipe)),
      ) as Amounts
      seen.push(await confirmed(context, () => bothForms(context, amounts, recipe)))
    }
    return seen
  },
  claims: [
    claim('number-and-string-rate-alike', (all, { spec }) => {
      // A kind that the platform does not quote decides nothing.
      const verdicts = all.map((one) => rateAlike(one, spec)).filter(({ kind }) => kind !== 'cannot-tell')
      return verdicts.length === 0 ? cannotTell('none of these submissions was quoted') : allOf(verdicts)
    }),
  ],
})

/** Outcomes that a platform may decide on by code that parses amounts in another way. */
const OUTCOMES = ['approved_rate', 'underwriter_review', 'declined']

function amountsIn({ facts }: PlatformContext, field: string, recipe: unknown = {}): Amounts {
  const amount = amountOf(at(mergePatch(facts.submission, recipe), `/${field}`))
  // Only a string of digits is said to mean the same as a number (R3).
  if (amount === undefined || !/^\d+$/.test(String(amount)))
    throw new CannotTell(`the submission's ${field} is no plain amount`, `submission.${field}`)
  return { [field]: amount }
}
