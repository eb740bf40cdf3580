import { createHash } from 'node:crypto'
import type { Counterexample, Coverage, Generation } from '../../conformance/generation.ts'

/** How many cases are generated for each property, and which case is run instead. */
export interface GenerationOptions {
  /** Cases for each property. */
  readonly runs?: number
  /** How many circumstances meet in each combination that is covered. */
  readonly strength?: number
  /** False: a case that shows a breach is not made smaller. */
  readonly shrinks?: false
  /** A counterexample of an earlier run, to run again. */
  readonly replay?: Pick<Counterexample, 'scenario' | 'case'>
}

/** The embedded sandbox serves only the suite; other platforms get fewer requests. */
const RUNS = { embedded: 25, elsewhere: 10 }
/**
 * More requests at once would exceed a platform's rate limit, since several properties run side by side. One whose clock is moved is no
 * service for others, and each move serves all cases that wait.
 */
const AT_ONCE = { moved: 16, real: 4 }

/** Returns the source of the generated cases of one lease, and its findings. */
export function generationOf(
  scenario: string,
  {
    runs,
    strength,
    shrinks,
    replay,
    seed,
    embedded,
    virtual,
  }: GenerationOptions & { readonly seed: number; readonly embedded: boolean; readonly virtual: boolean },
): {
  readonly port: Generation
  readonly counterexamples: readonly Counterexample[]
  coverage(): Coverage | undefined
} {
  const counterexamples: Counterexample[] = []
  let coverage: Coverage | undefined
  const port: Generation = {
    seed: createHash('sha256').update(`${seed}\n${scenario}`).digest().readInt32BE(0),
    runs: runs ?? (embedded ? RUNS.embedded : RUNS.elsewhere),
    atOnce: virtual ? AT_ONCE.moved : AT_ONCE.real,
    ...(strength !== undefined && { strength }),
    ...(shrinks !== undefined && { shrinks }),
    ...(replay?.scenario === scenario && { replay: replay.case }),
    covered(one) {
      coverage = one
    },
    found: (counterexample) => void counterexamples.push({ scenario, ...counterexample }),
  }
  return { port, counterexamples, coverage: () => coverage }
}
