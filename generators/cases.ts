import fc, { type Arbitrary } from 'fast-check'
import { onceFor } from '../conformance/once.ts'

/** The seed of one case, so that the case follows from the run's seed and its number alone, not from earlier cases. */
export const seedOf = (seed: number, number: number): number => (seed ^ Math.imul(number + 1, 0x9e3779b1)) | 0

/** A cache, since making a property takes several times as long as drawing a case from it. */
const propertyOf = onceFor((arbitrary: Arbitrary<unknown>) => fc.property(arbitrary, () => true))

/** The case with a number. */
export function caseAt<Input>(arbitrary: Arbitrary<Input>, seed: number, number: number): Input {
  const [generated] = fc.sample(propertyOf(arbitrary), { seed: seedOf(seed, number), numRuns: 1 })
  return generated?.[0] as Input
}

interface CaseNumber<Input> {
  readonly seed: number
  readonly number: number
  /** The case itself, where it was written down instead of generated. */
  readonly written?: { readonly input: Input }
}

/**
 * Makes the case with a number smaller as long as it stays broken.
 *
 * @param stillBroken says whether a smaller case is broken too; called once for each that is tried
 * @param most how many smaller cases are tried
 */
export async function shrinkCase<Input>(
  arbitrary: Arbitrary<Input>,
  { seed, number, written }: CaseNumber<Input>,
  stillBroken: (input: Input) => Promise<boolean>,
  most: number,
): Promise<void> {
  let tried = 0
  const holds = async (input: Input) => {
    tried += 1
    // The first try is the case itself, which is known to be broken and not sent again.
    if (tried === 1) return false
    return tried > most + 1 || !(await stillBroken(input))
  }
  await fc.check(fc.asyncProperty(arbitrary, holds), {
    seed: seedOf(seed, number),
    numRuns: 1,
    ...(written !== undefined && { examples: [[written.input]] }),
  })
}
