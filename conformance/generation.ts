/** Source of the generated cases of a scenario, and the place where it records its findings. */
export interface Generation {
  /** Follows from the run's seed and the scenario alone, so that nothing else that runs has a say. */
  readonly seed: number
  /** Cases for each property. */
  readonly runs: number
  /** Cases of one property that are under way at the same time. */
  readonly atOnce: number
  /** A case that was found earlier: it is run instead of generated ones, as it is. */
  readonly replay?: unknown
  /** Tells of a case that showed a breach, after it was made as small as it gets. */
  found(counterexample: Omit<Counterexample, 'scenario'>): void
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
