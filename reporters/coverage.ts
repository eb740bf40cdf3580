import type { Coverage } from '../conformance/generation.ts'
import { count } from './prose.ts'
import type { RunRecord } from './record.ts'
import type { Style } from './style.ts'

/** The combinations of circumstances that occurred in the cases of one scenario. */
export interface ReportedCoverage extends Coverage {
  readonly scenario: string
}

/** Lists the scenarios of a run that cover circumstances. */
export const coverageOf = ({ scenarios }: RunRecord): readonly ReportedCoverage[] =>
  scenarios.flatMap(({ scenario, coverage }) => (coverage === undefined ? [] : [{ scenario, ...coverage }]))

/** Says how many combinations of circumstances occurred in a run. */
export const coverageLines = (coverage: readonly ReportedCoverage[], style: Style): string[] =>
  coverage.flatMap(({ scenario, covered, together, cases }) => [
    '',
    `${style('bold', 'circumstances:')} ${covered} of ${together} combinations met, in ${count(cases, 'case')} of ${scenario}`,
  ])
