import type { Requirement } from '../requirement.ts'
import type { Claim, Suite } from '../scenario.ts'
import type { Filter, Reason, Rules } from './rules.ts'

export interface ReasonInput<C, S> {
  readonly rules: Rules
  readonly suite: Suite<C, S>
  readonly filters: readonly Filter[]
  /** The index of the first filter that leaves a scenario out, or the case of it that shows a claim. */
  leftOutBy(scenario: string, claim?: Claim<unknown, S>): number | undefined
  /** Requirements were selected, so that the scenarios that are enough for a standing claim are driven for it. */
  readonly isPart: boolean
}

/** @param selected whether `--only` selects the requirement */
type ReasonOf = (requirement: Requirement, selected: boolean) => Reason | undefined

/** Returns a function that says why the run cannot judge a requirement; undefined when it can. */
export function reasons<C, S>({ rules, suite, filters, leftOutBy, isPart }: ReasonInput<C, S>): ReasonOf {
  const claims = suite.scenarios.flatMap(({ id, claims: own }) =>
    own.map((claim) => ({ requirement: claim.requirement, leftOut: leftOutBy(id, claim) })),
  )
  const byRequirement = Map.groupBy(claims, ({ requirement }) => requirement)
  const lastOf = (leftOut: readonly (number | undefined)[]) =>
    Math.max(...leftOut.map((one) => one ?? Number.POSITIVE_INFINITY))
  const lastOfScenarios = (ids: readonly string[]) => lastOf(ids.map((id) => leftOutBy(id)))
  const everywhere = lastOfScenarios(suite.scenarios.map(({ id }) => id))
  const standing = new Map(
    suite.standing.map(({ requirement, shownIn }) => [
      requirement,
      isPart && shownIn !== undefined ? lastOfScenarios(shownIn) : everywhere,
    ]),
  )

  return (requirement, selected) => {
    if (!selected) return { reason: 'left out by --only', leftOutBy: 'selection' }
    if (!rules.holds(requirement))
      return { reason: outOfForce(requirement, rules.version), leftOutBy: 'version' }

    const candidates = (requirement.judgedBy ?? [requirement.id]).flatMap((id) => [
      ...(standing.has(id) ? [standing.get(id)] : []),
      ...(byRequirement.get(id) ?? []).map(({ leftOut }) => leftOut),
    ])
    if (candidates.length === 0) return { reason: 'no claim of the suite judges it', leftOutBy: 'suite' }
    // Names the filter that left out the last of the candidates.
    return filters[lastOf(candidates)]?.why
  }
}

function outOfForce({ since, until }: Requirement, version: string): string {
  const bounds = [since && `since ${since}`, until && `until ${until}`].filter(Boolean).join(' and ')
  return bounds === '' ? `not in force in ${version}` : `in force ${bounds} only; this run judges ${version}`
}
