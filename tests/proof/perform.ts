import { loadSpec } from '../../spec/index.ts'
import { type Mutant, mutants } from '../../targets/sandbox/mutants/index.ts'
import { type Variant, variants } from '../../targets/sandbox/variants/index.ts'
import type { Alarms } from './alarms.ts'
import { generatedSets } from './generated-sets.ts'
import { isKill, type Judged } from './journal.ts'
import { type Extent, fits, type Kill } from './kills.ts'
import { type Matrix, makeMatrix } from './matrix.ts'
import { pairwise, sharedOut } from './pairs.ts'
import type { Pool } from './pool.ts'

export interface ProofRequest {
  /**
   * `whole`: every scenario for every mutant. Every variant alone, with every other one, and with the standard forms of the
   * other choices. `sighted`: for each mutant the scenarios that can see it, and each variant once, together with others. `fewest`: for
   * each mutant only the fewest cases that show it, and no generated scenario for a variant.
   */
  readonly extent: Extent
  /** Only mutants and variants with a matching id; empty: all. `*` stands for any characters. */
  readonly only: readonly string[]
  /** Judges only this many random sets of variants. */
  readonly generated?: { readonly count: number; readonly seed: number }
  /** Looks for fewer cases that show each mutant, with the extent `fewest`; default no. */
  readonly narrows?: boolean
  /** Results for platforms that are not judged again. */
  readonly known?: readonly Judged[]
  /** Called for each platform that is judged now. */
  readonly judged?: (what: Judged, done: number, of: number) => void
}

/** Judges mutants and variants on the threads of a pool, and makes the kill matrix from the results. */
export async function perform(
  pool: Pool,
  { extent, only, generated, narrows = false, known = [], judged }: ProofRequest,
): Promise<Matrix> {
  const isWanted = ({ id }: Mutant | Variant) =>
    only.length === 0 || only.some((pattern) => fits(pattern, id))
  const chosen = { mutants: generated ? [] : mutants.filter(isWanted), variants: variants.filter(isWanted) }
  const sets = generated ? generatedSets(chosen.variants, generated) : setsOf(chosen.variants, extent)
  const knownKills = new Map(known.filter(isKill).map((kill) => [kill.mutant, kill]))
  const knownAlarms = new Map(
    known.flatMap((one) => (isKill(one) ? [] : [[one.variants.join(), one] as const])),
  )
  const total = chosen.mutants.length + sets.length
  let done = 0
  const judge = async <T extends Judged>(already: T | undefined, task: () => Promise<T>): Promise<T> => {
    const result = already ?? (await task())
    done += 1
    if (already === undefined) judged?.(result, done, total)
    return result
  }
  // Whole runs first: they take longest, and some of them mostly wait.
  const [alarms, kills] = await Promise.all([
    Promise.all(
      sets.map((set) => {
        const ids = set.map(({ id }) => id)
        return judge<Alarms>(knownAlarms.get(inOrder(ids).join()), () =>
          pool.perform({
            kind: 'variants',
            ids,
            extent,
            waits: set.some((one) => one.exclusive !== undefined),
          }),
        )
      }),
    ),
    Promise.all(
      chosen.mutants.map(({ id }) =>
        judge<Kill>(knownKills.get(id), () => pool.perform({ kind: 'mutant', id, extent, narrows })),
      ),
    ),
  ])
  const spec = await loadSpec()
  // The newest platform itself breaks statements that have ended: see the tests of the version matrix.
  const requirements = spec.requirements.filter((row) => spec.holds(row))
  return makeMatrix({
    extent,
    requirements,
    ...chosen,
    kills,
    alarms,
    partial: only.length > 0 || generated !== undefined,
  })
}

/** Variants in the order of their list, in which a thread names them. */
const inOrder = (ids: readonly string[]): readonly string[] =>
  variants.map(({ id }) => id).filter((id) => ids.includes(id))

/** Variants that may be in force together with others. */
const together = (chosen: readonly Variant[]): readonly Variant[] =>
  chosen.filter(({ exclusive }) => exclusive === undefined)

/** The sets of variants that are in force together; the empty set is the standard platform. */
function setsOf(chosen: readonly Variant[], extent: Extent): readonly (readonly Variant[])[] {
  if (extent !== 'whole') {
    const groups = Map.groupBy(chosen, ({ exclusive }) => exclusive)
    groups.delete(undefined)
    return [...[...groups.values()].flatMap(sharedOut), [], ...sharedOut(together(chosen))]
  }
  const each = chosen.map((variant) => [variant])
  return [[], ...each, ...pairwise(together(chosen))]
}
