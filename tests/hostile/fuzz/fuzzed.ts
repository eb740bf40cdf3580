import type { RunRecord } from '../../../reporters/index.ts'

/** A run on a target whose answers were spoiled. */
export interface Fuzzed {
  /** The number of spoiled answers, by their kind. */
  readonly answers: ReadonlyMap<string, number>
  /** Exceptions of the suite. */
  readonly faults: readonly string[]
}

/** All exceptions of the suite in the record of a run. */
export function faultsOf({ scenarios, end }: RunRecord): readonly string[] {
  const said = scenarios.flatMap(({ checks }) =>
    checks.flatMap(({ requirement, verdict }) =>
      verdict.kind === 'cannot-tell' && verdict.why.startsWith('the suite itself failed')
        ? [`${requirement}: ${verdict.why}`]
        : [],
    ),
  )
  const ended = end?.how === 'broken' && end.cause === 'suite' ? [end.why] : []
  return [...new Set([...ended, ...said])]
}
