import { readFileSync } from 'node:fs'
import { usageError } from '../conformance/errors.ts'
import type { Counterexample } from '../conformance/generation.ts'
import { reasonOf } from '../conformance/system-error.ts'

/** The part of a stored counterexample that is needed to run it again. */
type Replay = Pick<Counterexample, 'scenario' | 'case'>

/** The options for generated cases, which all judging commands share. */
export interface CaseOptions {
  /** Number of cases for each property. */
  readonly runs?: number
  /** File of a stored counterexample. */
  readonly replay?: string
}

/** Where generated cases come from. For a replay it also names the only scenario to drive. */
export interface CaseSource {
  readonly scenarios?: readonly string[]
  readonly generation: { readonly runs?: number; readonly replay?: Replay }
}

/**
 * Reads the options for generated cases.
 *
 * @throws ConformanceError USAGE
 */
export function casesOf({ runs, replay }: CaseOptions): CaseSource {
  const stored = replay === undefined ? undefined : readReplay(replay)
  return {
    ...(stored === undefined ? {} : { scenarios: [stored.scenario] }),
    generation: {
      ...(runs === undefined ? {} : { runs }),
      ...(stored === undefined ? {} : { replay: stored }),
    },
  }
}

/**
 * Reads a counterexample that a run stored.
 *
 * @throws ConformanceError USAGE when the file holds no counterexample
 */
function readReplay(file: string): Replay {
  const stored = parse(file)
  if (typeof stored === 'object' && stored !== null && 'scenario' in stored && 'case' in stored) {
    const { scenario, case: input } = stored
    if (typeof scenario === 'string') return { scenario, case: input }
  }
  throw usageError(`--replay ${file} is no stored counterexample: it should have scenario and case`)
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw usageError(
      `--replay ${file} cannot be read: it should be a file below counterexamples/ (${reasonOf(error)})`,
    )
  }
}
