import type { Coverage } from '../conformance/generation.ts'
import { printable } from './printable.ts'
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

/** Says how many combinations of circumstances occurred in a run, and which circumstances were left out for what reason. */
export const coverageLines = (coverage: readonly ReportedCoverage[], style: Style): string[] =>
  coverage.flatMap(({ scenario, covered, together, cases, left = [], apart }, place) => [
    ...(place === 0 ? [''] : []),
    `${style('bold', 'circumstances:')} ${covered} of ${together} ${apart ? 'occurred' : 'combinations met'}, in ${count(cases, 'case')} of ${scenario}`,
    ...[...Map.groupBy(left, ({ why }) => why)].map(
      ([why, some]) =>
        `  left out: ${some.map(({ circumstance }) => circumstance).join(', ')} (${printable(why)})`,
    ),
  ])
