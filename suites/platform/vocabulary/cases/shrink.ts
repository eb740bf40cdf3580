import type { Arbitrary } from 'fast-check'
import { unlessUnable } from '../../../../conformance/verdict.ts'
import { shrinkCase } from '../../../../generators/cases.ts'
import type { PlatformContext } from '../context.ts'

interface Means<Input, Case> {
  send(input: Input, series: string): Promise<Case>
  breaks(one: Case): boolean
  forget(one: Case): void
}

/** The origin of a case: generated, or fixed. In both cases the arbitrary shrinks it. */
interface Source<Input> {
  readonly arbitrary: Arbitrary<Input>
  readonly written?: readonly Input[]
}

/** Most smaller cases that are tried: enough for a body or a journey, but no heavy load for a platform. */
const MOST = 80
/** Longest time for shrinking, in milliseconds: a single case may take as long as a rating or a whole wait. */
const PATIENCE_MS = 60_000

/** Returns the smallest case found that is a breach as well, or the case itself. */
export async function shrunk<Input, Case extends { readonly number: number; readonly input: Input }>(
  { generation, clock }: PlatformContext,
  { arbitrary, written }: Source<Input>,
  one: Case,
  { send, breaks, forget }: Means<Input, Case>,
): Promise<Case> {
  const effort = clock.effort(PATIENCE_MS)
  let smallest = one
  let tried = 0
  const stillBroken = async (input: Input) => {
    if (effort.expired()) return false
    tried += 1
    // Where the target is lost during a smaller case, the smallest one so far is kept.
    const next = await send(input, `smaller ${tried}`).catch(unlessUnable)
    if (next === undefined) return false
    if (!breaks(next)) {
      forget(next)
      return false
    }
    smallest = next
    return true
  }
  const start = {
    seed: generation.seed,
    number: one.number - 1,
    ...(written !== undefined && { written: one }),
  }
  await shrinkCase(arbitrary, start, stillBroken, MOST)
  return smallest
}
