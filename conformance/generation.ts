/** Source of the generated cases of a scenario, and the place where it records its findings. */
export interface Generation {
  /** Derived from the run's seed and the scenario alone, so that no other scenario can change it. */
  readonly seed: number
  /** Cases for each property. */
  readonly runs: number
  /** Cases of one property that are under way at the same time. */
  readonly atOnce: number
  /** How many circumstances meet in each combination that is covered; absent for the usual number. */
  readonly strength?: number
  /** False where a case that shows a breach is enough as it is; absent where the smallest one is to be found. */
  readonly shrinks?: false
  /** A case that was found earlier. It is run unchanged, instead of generated ones. */
  readonly replay?: unknown
  /** Reports which circumstances occurred, and which were left out. */
  covered(coverage: Coverage): void
  /** Reports a case that showed a breach, after it was shrunk as far as possible. */
  found(counterexample: Omit<Counterexample, 'scenario'>): void
}

/** How many combinations of circumstances occurred in the cases of a scenario. */
export interface Coverage {
  readonly covered: number
  /** How many can occur on this target. */
  readonly together: number
  readonly cases: number
  /** True where each circumstance is driven by itself, not in combinations. */
  readonly apart?: true
  /** Circumstances that could not occur: no verdict of this run says anything about them. */
  readonly left?: readonly LeftCircumstance[]
}

/** A circumstance that a run left out, and the reason. */
export interface LeftCircumstance {
  /** Its words, such as `hold rating`. */
  readonly circumstance: string
  readonly why: string
}

/** The smallest case that shows a breach. */
export interface Counterexample {
  readonly scenario: string
  /** The case as plain JSON: what `--replay` runs again. */
  readonly case: unknown
  /** Actions in order, for people. */
  readonly steps: readonly string[]
  /** Ids of the exchanges that belong to it, in order of sending. */
  readonly exchanges: readonly string[]
}
