import fc, { type Arbitrary } from 'fast-check'
import { onceFor } from '../conformance/once.ts'

/** A case's own seed, so that each case follows from the seed and its number and not from those before it. */
export const seedOf = (seed: number, number: number): number => (seed ^ Math.imul(number + 1, 0x9e3779b1)) | 0

/** Making a property takes several times as long as drawing a case from it. */
const propertyOf = onceFor((arbitrary: Arbitrary<unknown>) => fc.property(arbitrary, () => true))

/** The case of a number. */
export function caseAt<Input>(arbitrary: Arbitrary<Input>, seed: number, number: number): Input {
  const [drawn] = fc.sample(propertyOf(arbitrary), { seed: seedOf(seed, number), numRuns: 1 })
  return drawn?.[0] as Input
}

interface CaseNumber<Input> {
  readonly seed: number
  readonly number: number
  /** The case itself, where it was written and not drawn. */
  readonly written?: { readonly input: Input }
}

/**
 * Makes the case of a number smaller as long as it stays broken.
 *
 * @param stillBroken says whether a smaller case is broken too; asked once for each that is tried
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
    // The first one is the case itself, which is broken: it is not sent once more.
    if (tried === 1) return false
    return tried > most + 1 || !(await stillBroken(input))
  }
  await fc.check(fc.asyncProperty(arbitrary, holds), {
    seed: seedOf(seed, number),
    numRuns: 1,
    ...(written !== undefined && { examples: [[written.input]] }),
  })
}
