import { ConformanceError } from '../errors.ts'
import type { PlannedRequirement } from '../events.ts'
import type { Lack } from '../need.ts'
import type { Target } from '../ports/target.ts'
import type { Requirement, Side } from '../requirement.ts'
import type { Claim, IsChosen, Scenario, StandingClaim, Suite, SuiteViews } from '../scenario.ts'
import { chosenCases, selectsRequirement, selectsScenario } from './pattern.ts'
import { reasons } from './reasons.ts'
import type { Filter, Rules } from './rules.ts'
import type { Selection } from './selection.ts'
import { inShard, type ShardFacts, shardFactsOf } from './shard.ts'

export interface PlannedScenario<C, S> {
  readonly scenario: Scenario<C, S>
  /** The selected claims; empty where only standing claims judge the scenario's exchanges. */
  readonly claims: readonly Claim<unknown, S>[]
  /** A need that the target does not meet. The scenario is then not driven, and its claims cannot tell. */
  readonly unmet?: Lack
  /** The cases to drive; absent for all. */
  readonly isChosen?: IsChosen
}

export interface Plan<C, S> {
  readonly scenarios: readonly PlannedScenario<C, S>[]
  readonly standing: readonly StandingClaim<S>[]
  readonly views?: SuiteViews<S>
  /** Every requirement that runs can judge. Those that this run cannot judge carry the reason. */
  readonly requirements: readonly PlannedRequirement[]
  readonly levels: ReadonlyMap<string, Requirement['level']>
  /** Ids of the requirements that were selected and are in force. */
  readonly judged: ReadonlySet<string>
  /** True where a selection or a shard left scenarios out. */
  readonly filtered: boolean
  /** True where a selection left scenarios out. */
  readonly selected: boolean
  readonly shard?: ShardFacts
}

export interface PlanInput<C, S> {
  readonly side: Side
  readonly rules: Rules
  readonly suite: Suite<C, S>
  readonly selection: Selection
  readonly target: Pick<Target<unknown>, 'facts' | 'lacks'>
}

/**
 * Chooses the scenarios to drive and the requirements to judge. Gives the reason for everything left out. Sends nothing.
 *
 * A standing claim judges every scenario. So selecting its requirement keeps all scenarios, and its verdict is the same as in a
 * whole run. Some name the few scenarios that are enough for them.
 * @throws ConformanceError CLAIM_WITHOUT_REQUIREMENT when the suite names a requirement that the specification lacks
 */
export function plan<C, S>({ side, rules, suite, selection, target }: PlanInput<C, S>): Plan<C, S> {
  const known = rules.requirements.filter((requirement) => requirement.side === side)
  refuseUnknown(suite, known)
  const requirements = known.filter(isForRuns)
  const chosen = requirementsAskedFor({ side, rules }, selection)
  const cited = new Set(chosen.flatMap(({ judgedBy = [] }) => judgedBy))
  const wanted = new Set([
    ...chosen.map((one) => one.id),
    ...requirements.filter((one) => rules.holds(one) && cited.has(one.id)).map((one) => one.id),
  ])
  const filters = filtersOf(selection, target.facts.environment)
  const selected = selection.only.length > 0 || selection.scenarios.length > 0
  const standing = suite.standing.filter((claim) => wanted.has(claim.requirement))
  const leftOut = new Map(
    suite.scenarios.flatMap((scenario): [string, number][] => {
      const by = filters.findIndex((filter) => !filter.keeps(scenario))
      return by === -1 ? [] : [[scenario.id, by]]
    }),
  )
  // A selection of standing claims that name enough scenarios does not need a whole run. One of them that cannot be driven says why.
  const isShown = ({ scenario: { id }, unmet }: PlannedScenario<C, S>) =>
    standing.some(
      ({ shownIn }) =>
        shownIn?.includes(id) === true ||
        (unmet === undefined && (selection.only.length === 0 || shownIn === undefined)),
    )
  const inForce = new Set(known.filter((one) => rules.holds(one)).map(({ id }) => id))
  // A scenario for other versions only would send requests that this version does not know.
  const isOfVersion = ({ id, claims }: Scenario<C, S>) =>
    claims.length === 0 ||
    claims.some(({ requirement }) => inForce.has(requirement)) ||
    suite.standing.some(({ requirement, shownIn }) => inForce.has(requirement) && shownIn?.includes(id))
  const casesOf = new Map(suite.scenarios.map((one) => [one.id, chosenCases(selection.scenarios, one)]))
  const scenarios = suite.scenarios
    .filter((scenario) => !leftOut.has(scenario.id) && isOfVersion(scenario))
    .map((scenario) => planScenario(scenario, wanted, { target, isChosen: casesOf.get(scenario.id) }))
    .filter((planned) => planned.claims.length > 0 || isShown(planned))
  // Only --scenario chooses cases, and its filter comes first.
  const leftOutBy = (scenario: string, claim?: Claim<unknown, S>) => {
    const isCaseLeftOut = claim?.case !== undefined && casesOf.get(scenario)?.(claim.case) === false
    return leftOut.get(scenario) ?? (isCaseLeftOut ? 0 : undefined)
  }
  const reasonOf = reasons({ rules, suite, filters, leftOutBy, isPart: selection.only.length > 0 })
  return {
    scenarios,
    standing,
    ...(suite.views === undefined ? {} : { views: suite.views }),
    requirements: requirements.map((requirement) => {
      const reason = reasonOf(requirement, isOnly(selection, requirement) || wanted.has(requirement.id))
      const { id, clause, level, title, readings, judgedBy } = requirement
      return {
        ...{ id, clause, level, title },
        ...(readings === undefined ? {} : { readings }),
        ...(judgedBy === undefined ? {} : { judgedBy }),
        ...reason,
      }
    }),
    levels: new Map(requirements.map(({ id, level }) => [id, level])),
    judged: wanted,
    filtered: selected || (selection.shard?.count ?? 1) > 1,
    selected,
    ...(selection.shard === undefined ? {} : { shard: shardFactsOf(selection.shard) }),
  }
}

/** The requirements of a side that are in force and selected: the run must give a verdict on each of them. */
export function requirementsAskedFor(
  { side, rules }: Pick<PlanInput<unknown, unknown>, 'side' | 'rules'>,
  selection: Pick<Selection, 'only'>,
): readonly Requirement[] {
  return rules.requirements.filter(
    (one) => one.side === side && isForRuns(one) && rules.holds(one) && isOnly(selection, one),
  )
}

/** False for requirements that no run can ever judge. The command `requirements` lists them; reports do not. */
const isForRuns = ({ excluded }: Requirement): boolean => excluded === undefined

function isOnly(selection: Pick<Selection, 'only'>, requirement: Requirement): boolean {
  return (
    selection.only.length === 0 || selection.only.some((pattern) => selectsRequirement(pattern, requirement))
  )
}

function planScenario<C, S>(
  scenario: Scenario<C, S>,
  wanted: ReadonlySet<string>,
  { target, isChosen }: Pick<PlanInput<C, S>, 'target'> & { readonly isChosen: IsChosen | undefined },
): PlannedScenario<C, S> {
  const claims = scenario.claims.filter(
    (claim) =>
      wanted.has(claim.requirement) && (claim.case === undefined || isChosen?.(claim.case) !== false),
  )
  const [unmet] = (scenario.needs ?? []).flatMap((need) => target.lacks(need) ?? [])
  return { scenario, claims, ...(unmet && { unmet }), ...(isChosen && { isChosen }) }
}

function filtersOf(selection: Selection, environment: 'sandbox' | 'production'): readonly Filter[] {
  const { scenarios, shard } = selection
  const filters: Filter[] = []
  if (scenarios.length > 0) {
    filters.push({
      why: { reason: 'left out by --scenario', leftOutBy: 'selection' },
      keeps: (scenario) => scenarios.some((pattern) => selectsScenario(pattern, scenario)),
    })
  }
  if (shard !== undefined) {
    filters.push({
      why: { reason: `left to another shard than ${shard.index}/${shard.count}`, leftOutBy: 'shard' },
      keeps: (scenario) => inShard(shard, scenario),
    })
  }
  if (environment === 'production' && !selection.allowWrites) {
    filters.push({
      why: {
        reason:
          'environment is production: what writes there is not sent; --allow-writes lets the suite send it too',
        leftOutBy: 'production',
      },
      keeps: ({ readOnly }) => readOnly === true,
    })
  }
  return filters
}

function refuseUnknown<C, S>(suite: Suite<C, S>, requirements: readonly Requirement[]): void {
  const known = new Set(requirements.map(({ id }) => id))
  const claims = [...suite.scenarios.flatMap((scenario) => scenario.claims), ...suite.standing]
  const unknown = new Set(claims.map((claim) => claim.requirement).filter((id) => !known.has(id)))
  if (unknown.size === 0) return
  throw new ConformanceError(
    'CLAIM_WITHOUT_REQUIREMENT',
    `claims of the suite name requirements that do not exist: ${[...unknown].join(', ')}`,
    { hint: 'this is a fault of the suite, not of the target' },
  )
}
