import { readFileSync } from 'node:fs'
import { usageError } from '../conformance/errors.ts'
import type { Counterexample } from '../conformance/generation.ts'

/** What a stored counterexample has to say to be run again. */
export type Replay = Pick<Counterexample, 'scenario' | 'case'>

/**
 * Reads a counterexample that a run stored.
 *
 * @throws ConformanceError USAGE when the file is none
 */
export function readReplay(file: string): Replay {
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
    const why = error instanceof Error ? error.message : String(error)
    throw usageError(`--replay ${file} cannot be read: it should be a file below counterexamples/ (${why})`)
  }
}
