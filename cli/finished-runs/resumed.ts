import { usageError } from '../../conformance/errors.ts'
import type { ScenarioFinished } from '../../conformance/events.ts'
import type { RunRecord } from '../../reporters/index.ts'
import { readRun } from './runs.ts'

/** The part of a run that is over already. */
export interface Resumed {
  readonly seed: number
  readonly apiVersion: string
  readonly done: ReadonlyMap<string, ScenarioFinished>
}

/**
 * Reads what a run has done, so that another one can go on with the rest. Scenarios without a trace are driven again.
 *
 * @throws ConformanceError USAGE where the run judged another side, or was one of another version of the suite
 */
export function resumedFrom(
  folder: string,
  { kind, suite }: Pick<RunRecord['started'], 'kind' | 'suite'>,
): Resumed {
  const { started, scenarios } = readRun(folder)
  const facts = (one: typeof kind, version: string) => `a run of a ${one} by version ${version}`
  const [was, wanted] = [facts(started.kind, started.suite.version), facts(kind, suite.version)]
  if (was !== wanted) throw usageError(`--resume ${folder} is ${was}: it should be ${wanted}`)
  const done = scenarios.filter(({ drive }) => drive !== undefined && 'trace' in drive)
  return {
    seed: started.seed,
    apiVersion: started.target.apiVersion,
    done: new Map(done.map((one) => [one.scenario, one])),
  }
}
