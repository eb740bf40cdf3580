import { all } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { notRefusedAsInvalid } from './accepted.ts'
import { type BothForms, bothForms, rateAlike } from './number-forms.ts'

type Field = 'revenue' | 'agg_limit' | 'retention'

type Trace = Readonly<Record<Field, readonly BothForms[]>>

/** Beyond what 31 bits hold, and beyond 32. */
const LARGE = [2_500_000_000, 5_000_000_000]

/** Rounding to cents gives it one more digit. */
const ROUNDED_UP = 999_999.995

/**
 * Amounts that many programs hold in too few bits, or write in too few groups. Whether they are offered is the target's own
 * affair. One that is taken as a number is taken as a text too, and is rated and written like any other (2.1, R3, R8).
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
  Promise.all(LARGE.map((amount) => bothForms(context, { [field]: amount })))

/** Submits a limit and waits for its rating; standing claims look at how the record writes it. */
async function rated({ api, quotes }: PlatformContext, limit: number): Promise<void> {
  const id = quoteIdOf(await api.submit({ ...quotes.submission(), agg_limit: limit }))
  if (id !== undefined) await quotes.settle(id)
}
