import { all } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { at } from '../../vocabulary/judge/json.ts'
import { amountOf, recordOf } from '../../vocabulary/quotes/record.ts'
import { type BothForms, bothForms, rateAlike } from '../../vocabulary/submissions/both-forms.ts'
import { notRefusedAsInvalid } from '../../vocabulary/submissions/taken.ts'
import { lowRetention } from './minimum-retention.ts'

/**
 * Sends a low retention, and the minimum itself, together with a limit: all as numbers and all as strings. Strings sort in another
 * order than numbers, so a platform that compares strings raises wrongly (2.1, R3).
 */
export const lowRetentionForms: PlatformScenario = scenario<readonly BothForms[]>({
  id: 'submit/low-retention-forms',
  title: 'A low retention and its limit are the same as numbers and as strings of digits',
  needs: [{ outcome: 'retention_raised' }],
  drive,
  claims: [
    claim('retention-as-string-accepted', (forms) =>
      all(forms.map(({ asString, counterpart }) => notRefusedAsInvalid(asString, counterpart))),
    ),
    claim('number-and-string-rate-alike', (forms, { spec }) => all(forms.map((one) => rateAlike(one, spec)))),
  ],
})

async function drive(context: PlatformContext): Promise<readonly BothForms[]> {
  const { facts, quotes } = context
  const limit = amountOf(quotes.submission('retention_raised').agg_limit)
  const both = (retention: number) =>
    bothForms(
      context,
      { retention, ...(limit !== undefined && { agg_limit: limit }) },
      facts.outcomes.retention_raised,
    )
  const low = await both(lowRetention(facts))
  const minimum = low.rates && amountOf(at(recordOf(low.rates.number), '/policy_term/retention'))
  if (minimum === undefined) return [low]
  // A number of nines below the minimum: as a string it sorts after the minimum.
  const shorter = 10 ** (String(Math.floor(minimum)).length - 1) - 1
  return [low, ...(shorter >= 1 ? [await both(shorter)] : []), await both(minimum)]
}
