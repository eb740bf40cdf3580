import fc from 'fast-check'
import type { Variant } from '../../targets/sandbox/variants/index.ts'

/** Of so many platforms one leaves a choice as it is on the standard one. */
const LEFT_AS_IT_IS = 2

/** Sets of variants that chance puts together. Three that meet may show what no pair of them does. No two of one choice meet. */
export function drawnSets(
  variants: readonly Variant[],
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly (readonly Variant[])[] {
  const choices = [...Map.groupBy(variants, ({ choice }) => choice).values()].map((levels) =>
    fc.option(fc.constantFrom(...levels), { nil: undefined, freq: LEFT_AS_IT_IS }),
  )
  const rows = fc.sample(fc.tuple(...choices), { numRuns: count, seed })
  return rows.map((row) => row.filter((one) => one !== undefined))
}
