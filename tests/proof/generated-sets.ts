import fc from 'fast-check'
import type { Variant } from '../../targets/sandbox/variants/index.ts'

/** One in this many platforms keeps the standard form of a choice. */
const LEFT_AS_IT_IS = 2

/** Random sets of variants: three together may show what no pair does. No set has two variants of one choice. */
export function generatedSets(
  variants: readonly Variant[],
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly (readonly Variant[])[] {
  const choices = [...Map.groupBy(variants, ({ choice }) => choice).values()].map((levels) =>
    fc.option(fc.constantFrom(...levels), { nil: undefined, freq: LEFT_AS_IT_IS }),
  )
  const rows = fc.sample(fc.tuple(...choices), { numRuns: count, seed })
  return rows.map((row) => row.filter((one) => one !== undefined))
}
