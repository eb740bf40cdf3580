import type { CheckResult, RunEvent } from '../../conformance/events.ts'

type Finished = Extract<RunEvent, { type: 'scenario-finished' }>

/** The conditions under which one statement was judged in a run. */
export interface JudgedUnder {
  readonly requirement: string
  readonly clause: string
  readonly title: string
  /** Conditions by name, then scenarios that drive a single case. */
  readonly conditions: readonly string[]
  readonly scenarios: readonly string[]
  /** Conditions under which the run judged other statements only. */
  readonly leftOut: readonly string[]
}

/** Clauses 6 and 8: events and their schedules. */
const CLAUSE = /^(6(\.|$)|8\.)/

/** The conditions under which a run judged each `must` statement about events and schedules. */
export function conditionsOf(events: readonly RunEvent[]): readonly JudgedUnder[] {
  const started = events.find((event) => event.type === 'run-started')
  const finished = events.filter((event): event is Finished => event.type === 'scenario-finished')
  const checks = Map.groupBy(
    finished.flatMap((event) => event.checks),
    ({ requirement }) => requirement,
  )
  const known = [...new Set([...checks.values()].flat().filter(isDecided).flatMap(underOf))]
  return (started?.requirements ?? [])
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
}

const isDecided = ({ outcome }: CheckResult): boolean => outcome === 'passed' || outcome === 'failed'

/** A passed verdict names all of its conditions, a breach at least those that show it. */
function underOf({ verdict }: CheckResult): readonly string[] {
  if (verdict.kind === 'passed') return verdict.under ?? []
  if (verdict.kind !== 'failed') return []
  return verdict.findings.flatMap(({ under }) => (under === undefined ? [] : [under]))
}
