/** Source of the generated cases of a scenario, and the place where it records its findings. */
export interface Generation {
  /** Derived from the run's seed and the scenario alone, so that no other scenario can change it. */
  readonly seed: number
  /** Cases for each property. */
  readonly runs: number
  /** Cases of one property that are under way at the same time. */
  readonly atOnce: number
  /** A case that was found earlier. It is run unchanged, instead of generated ones. */
  readonly replay?: unknown
  /** Reports a case that showed a breach, after it was shrunk as far as possible. */
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
