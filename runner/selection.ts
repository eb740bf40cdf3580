import { ConformanceError } from '../conformance/errors.ts'
import { selects, selectsRequirement } from './pattern.ts'
import type { Shard } from './shard.ts'

/** The part of a suite that a run is asked for. Empty lists select everything. */
export interface Selection {
  /** Requirement ids or clauses. */
  readonly only: readonly string[]
  /** Scenario ids. */
  readonly scenarios: readonly string[]
  readonly shard?: Shard
  /** Lets scenarios that write run in production too. */
  readonly allowWrites: boolean
}

/**
 * Refuses patterns that select nothing, so that a misspelt name never looks like a run.
 *
 * @throws ConformanceError SELECTION_EMPTY, naming the option and the pattern
 */
export function checkSelection(
  selection: Pick<Selection, 'only' | 'scenarios'>,
  known: {
    readonly requirements: readonly { readonly id: string; readonly clause: string }[]
    readonly scenarios: readonly { readonly id: string }[]
  },
): void {
  for (const pattern of selection.only) {
    if (!known.requirements.some((requirement) => selectsRequirement(pattern, requirement))) {
      throw empty('--only', pattern, 'the id or clause of a requirement')
    }
  }
  for (const pattern of selection.scenarios) {
    if (!known.scenarios.some(({ id }) => selects(pattern, id, '/'))) {
      throw empty('--scenario', pattern, 'the id of a scenario')
    }
  }
}

function empty(option: string, pattern: string, wanted: string): ConformanceError {
  return new ConformanceError(
    'SELECTION_EMPTY',
    `${option} ${JSON.stringify(pattern)} selects nothing: it should be ${wanted}`,
    { hint: 'the command `requirements` lists them all' },
  )
}
