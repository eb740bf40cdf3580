import type { CheckResult, RunEvent } from '../../conformance/events.ts'
import { isObject } from '../../suites/platform/vocabulary/judge/json.ts'

type Finished = Extract<RunEvent, { type: 'scenario-finished' }>

/** The conditions under which one statement was judged in a run. */
export interface JudgedUnder {
  readonly requirement: string
  readonly clause: string
  readonly title: string
  /** Conditions by name, then scenarios that drive a single case. */
  readonly conditions: readonly string[]
  readonly scenarios: readonly string[]
  /** Conditions of the run that showed nothing about the statement. */
  readonly leftOut: readonly string[]
}

export interface ConditionsOfRun {
  readonly statements: readonly JudgedUnder[]
  /** Conditions that the run could not create, each with the reason. */
  readonly notDriven: Readonly<Record<string, string>>
}

/** Clauses 6 and 8: events and their schedules. */
const CLAUSE = /^(6(\.|$)|8\.)/

/** The conditions under which a run judged each `must` statement about events and schedules. */
export function conditionsOf(events: readonly RunEvent[]): ConditionsOfRun {
  const started = events.find((event) => event.type === 'run-started')
  const finished = events.filter((event): event is Finished => event.type === 'scenario-finished')
  const checks = Map.groupBy(
    finished.flatMap((event) => event.checks),
    ({ requirement }) => requirement,
  )
  const driven = finished.flatMap(conditionsIn)
  const known = driven.map(({ id }) => id)
  const statements = (started?.requirements ?? [])
    .filter(({ level, clause, id }) => level === 'must' && CLAUSE.test(clause) && checks.has(id))
    .map(({ id, clause, title }): JudgedUnder => {
      const decided = (checks.get(id) ?? []).filter(isDecided)
      const conditions = [...new Set(decided.flatMap(underOf))]
      const bare = decided.filter((check) => underOf(check).length === 0)
      return {
        requirement: id,
        clause,
        title,
        conditions,
        scenarios: [...new Set(bare.map(({ scenario }) => scenario))],
        leftOut: known.filter((one) => !conditions.includes(one)),
      }
    })
  return {
    statements,
    notDriven: Object.fromEntries(driven.flatMap(({ id, why }) => (why === undefined ? [] : [[id, why]]))),
  }
}

const isDecided = ({ outcome }: CheckResult): boolean => outcome === 'passed' || outcome === 'failed'

/** A passed verdict names all of its conditions, a breach at least those that show it. */
function underOf({ verdict }: CheckResult): readonly string[] {
  if (verdict.kind === 'passed') return verdict.under ?? []
  if (verdict.kind !== 'failed') return []
  return verdict.findings.flatMap(({ under }) => (under === undefined ? [] : [under]))
}

function conditionsIn({ drive }: Finished): readonly { readonly id: string; readonly why?: string }[] {
  const trace = drive !== undefined && 'trace' in drive ? drive.trace : undefined
  if (!isObject(trace) || !Array.isArray(trace.conditions)) return []
  return trace.conditions.flatMap((one: unknown) => {
    if (!isObject(one) || !isObject(one.condition) || typeof one.condition.id !== 'string') return []
    const why = isObject(one.left) ? String(one.left.why) : undefined
    return [{ id: one.condition.id, ...(why !== undefined && { why }) }]
  })
}
