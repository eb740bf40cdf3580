import type { Requirement } from '../conformance/requirement.ts'
import type { Suite } from '../conformance/scenario.ts'
import type { Filter, Rules } from './plan.ts'

export interface ReasonInput<C, S> {
  readonly requirement: Requirement
  readonly rules: Rules
  readonly suite: Suite<C, S>
  readonly filters: readonly Filter[]
  /** Whether `--only` selects it. */
  readonly selected: boolean
}

/** Why nothing of a run can judge a requirement, as words that a person can act on; undefined when something can. */
export function unjudgedReason<C, S>({
  requirement,
  rules,
  suite,
  filters,
  selected,
}: ReasonInput<C, S>): string | undefined {
  if (!selected) return 'left out by --only'
  if (!rules.holds(requirement)) return outOfForce(requirement, rules.version)

  const claims = (claim: { readonly requirement: string }) => claim.requirement === requirement.id
  let candidates = suite.standing.some(claims)
    ? suite.scenarios
    : suite.scenarios.filter((scenario) => scenario.claims.some(claims))
  if (candidates.length === 0) {
    return requirement.awaits === undefined
      ? 'no claim of the suite judges it'
      : `the part of the suite that judges it (${requirement.awaits}) is not built yet`
  }
  for (const filter of filters) {
    candidates = candidates.filter((scenario) => filter.keeps(scenario))
    if (candidates.length === 0) return filter.reason
  }
  return undefined
}

function outOfForce({ since, until }: Requirement, version: string): string {
  const bounds = [since && `since ${since}`, until && `until ${until}`].filter(Boolean).join(' and ')
  return bounds === '' ? `not in force in ${version}` : `in force ${bounds} only; this run judges ${version}`
}
