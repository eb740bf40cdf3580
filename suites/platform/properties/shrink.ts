import type { Arbitrary } from 'fast-check'
import { CannotTell } from '../../../conformance/verdict.ts'
import { shrinkCase } from '../../../generators/cases.ts'
import type { PlatformContext } from '../vocabulary/context.ts'

interface Means<Input, Case> {
  send(input: Input, series: string): Promise<Case>
  breaks(one: Case): boolean
  forget(one: Case): void
}

/** Where cases come from: drawn, or written down and made smaller by what would have drawn them. */
interface Source<Input> {
  readonly arbitrary: Arbitrary<Input>
  readonly written?: readonly Input[]
}

/** Smaller cases that are tried: enough for a body or a journey, and few enough for somebody else's platform. */
const MOST = 80
/** A smaller case may take as long as a rating, and on a moved clock as long as whatever never comes. */
const PATIENCE_MS = 60_000

/** A target that is lost over a smaller case keeps the one that was seen. */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof CannotTell)) throw error
}

/** The smallest case that is broken as well; the case itself where none is, since what was seen was seen. */
export async function shrunk<Input, Case extends { readonly input: Input }>(
  { generation, clock }: PlatformContext,
  { arbitrary, written }: Source<Input>,
  { number, one }: { readonly number: number; readonly one: Case },
  { send, breaks, forget }: Means<Input, Case>,
): Promise<Case> {
  const effort = clock.effort(PATIENCE_MS)
  let smallest = one
  let tried = 0
  const stillBroken = async (input: Input) => {
    if (effort.expired()) return false
    tried += 1
    const next = await send(input, `smaller ${tried}`).catch(unlessLost)
    if (next === undefined) return false
    if (!breaks(next)) {
      forget(next)
      return false
    }
    smallest = next
    return true
  }
  const start = { seed: generation.seed, number, ...(written !== undefined && { written: one }) }
  await shrinkCase(arbitrary, start, stillBroken, MOST)
  return smallest
}
