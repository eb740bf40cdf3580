import { all } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { type BothForms, bothForms, confirmed, rateAlike } from '../../vocabulary/submissions/both-forms.ts'
import { notRefusedAsInvalid } from '../../vocabulary/submissions/taken.ts'

type Field = 'revenue' | 'agg_limit' | 'retention'

type Trace = Readonly<Record<Field, readonly BothForms[]>>

/** More than a signed 32-bit integer holds, and more than an unsigned one. */
const LARGE = [2_500_000_000, 5_000_000_000]

/** Has one more digit after rounding to cents. */
const ROUNDED_UP = 999_999.995

/**
 * Checks amounts that overflow integers or have more groups of digits than usual. The target may refuse them. If it
 * accepts an amount as a number, it must accept it as a string too. Both are rated and written as usual (2.1, R3, R8).
 */
export const largeAmounts: PlatformScenario = scenario<Trace>({
  id: 'submit/large-amounts',
  title: 'Very large amounts are the same as numbers and as strings of digits',
  async drive(context) {
    const [revenue, agg_limit, retention] = await Promise.all([
      formsOf(context, 'revenue'),
      formsOf(context, 'agg_limit'),
      formsOf(context, 'retention'),
      rated(context, ROUNDED_UP),
    ])
    return { revenue, agg_limit, retention }
  },
  claims: [
    ...(['revenue', 'agg_limit', 'retention'] as const).map((field) =>
      claim<Trace>(
        `${field.replace('_', '-')}-as-string-accepted`,
        (trace) => all(trace[field].map(({ asString, asNumber }) => notRefusedAsInvalid(asString, asNumber))),
        'of a very large amount',
      ),
    ),
    claim(
      'number-and-string-rate-alike',
      (trace, { spec }) =>
        all(
          Object.values(trace)
            .flat()
            .map((one) => rateAlike(one, spec)),
        ),
      'of very large amounts',
    ),
  ],
})

const formsOf = (context: PlatformContext, field: Field): Promise<readonly BothForms[]> =>
  Promise.all(LARGE.map((amount) => confirmed(context, () => bothForms(context, { [field]: amount }))))

/** Submits a limit and waits for its rating; standing claims judge how the record writes it. */
async function rated({ api, quotes }: PlatformContext, limit: number): Promise<void> {
  const id = quoteIdOf(await api.submit({ ...quotes.submission(), agg_limit: limit }))
  if (id !== undefined) await quotes.settle(id)
}
