import { loadSpec } from '../../spec/index.ts'
import { type Mutant, mutants } from '../../targets/sandbox/mutants/index.ts'
import { type Variant, variants } from '../../targets/sandbox/variants/index.ts'
import type { Alarms } from './alarms.ts'
import { type Extent, fits, type Kill } from './kills.ts'
import { type Matrix, makeMatrix } from './matrix.ts'
import { pairwise, sharedOut } from './pairs.ts'
import type { Pool } from './pool.ts'

export interface ProofRequest {
  /**
   * `whole`: every scenario for every mutant, every variant alone and beside every other, and with what is left standard too.
   * `sighted`: for each mutant the scenarios that can see it, and each variant once, among others.
   */
  readonly extent: Extent
  /** Only mutants and variants with such an id; empty: all. `*` stands for any run of characters. */
  readonly only: readonly string[]
  /** Hears of each platform that was judged. */
  readonly judged?: (done: number, of: number) => void
}

/** Judges mutants and variants on the threads of a pool, and makes the kill matrix of what was seen. */
export async function perform(pool: Pool, { extent, only, judged }: ProofRequest): Promise<Matrix> {
  const isWanted = ({ id }: Mutant | Variant) =>
    only.length === 0 || only.some((pattern) => fits(pattern, id))
  const chosen = { mutants: mutants.filter(isWanted), variants: variants.filter(isWanted) }
  const sets = setsOf(chosen.variants, extent)
  const total = chosen.mutants.length + sets.length
  let done = 0
  const told = <T>(result: T): T => {
    done += 1
    judged?.(done, total)
    return result
  }
  const [kills, alarms] = await Promise.all([
    Promise.all(
      chosen.mutants.map(
        async ({ id }): Promise<Kill> => told(await pool.perform({ kind: 'mutant', id, extent })),
      ),
    ),
    Promise.all(
      sets.map(
        async (set): Promise<Alarms> =>
          told(await pool.perform({ kind: 'variants', ids: set.map(({ id }) => id), extent })),
      ),
    ),
  ])
  const { requirements } = await loadSpec()
  return makeMatrix({ extent, requirements, ...chosen, kills, alarms, partial: only.length > 0 })
}

/** The variants that are in force together; none is the standard platform. */
function setsOf(chosen: readonly Variant[], extent: Extent): readonly (readonly Variant[])[] {
  const together = chosen.filter(({ alone }) => alone !== true)
  const each = chosen.map((variant) => [variant])
  if (extent === 'sighted')
    return [[], ...sharedOut(together), ...each.filter(([one]) => one?.alone === true)]
  return [[], ...each, ...pairwise(together)]
}
