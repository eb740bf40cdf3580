import { cannotTell } from '../../../../conformance/verdict.ts'
import { raiseIsExplained } from '../../standing/raises.ts'
import { type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { type BindAndIssue, bindAndIssueClaims } from './bind-and-issue.ts'
import { CONDITIONS } from './table.ts'

/** One scenario for each condition: each repeats the whole course of a quote, since a statement may fail only there. */
export const conditionScenarios: readonly PlatformScenario[] = CONDITIONS.map(
  ({ id, title, needs = [], exclusive, quotes = 1, unless, drive }) =>
    scenario<readonly BindAndIssue[]>({
      id: `conditions/${id}`,
      title: `${title} is documented, bound and issued as usual`,
      ...{ needs, drive, ...(exclusive && { exclusive }) },
      claims: [
        ...Array.from({ length: quotes }, (_, place) =>
          bindAndIssueClaims<readonly BindAndIssue[]>(
            (seen) => seen[place],
            unless === undefined ? undefined : cannotTell(unless),
          ),
        ).flat(),
        ...(needs.some((need) => 'outcome' in need && need.outcome === 'retention_raised')
          ? [raiseIsExplained<readonly BindAndIssue[]>()]
          : []),
      ],
    }),
)
