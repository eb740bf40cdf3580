import type { RunEvent, StoredDrive } from '../conformance/events.ts'
import type { Scenario } from '../conformance/scenario.ts'
import { restoreTrace } from '../conformance/trace.ts'
import { cannotTell } from '../conformance/verdict.ts'
import { type Drive, judge } from './judge.ts'
import type { Plan } from './plan.ts'
import { asFarAsStored } from './stored-evidence.ts'
import { viewsOf } from './views.ts'

export interface RejudgeOptions<C, S> {
  /** The suite that judges now: its whole plan, with nothing left out. */
  readonly plan: Plan<C, S>
  readonly spec: S
  readonly suite: { readonly name: string; readonly version: string }
}

type Started = Extract<RunEvent, { readonly type: 'run-started' }>
type Finished = Extract<RunEvent, { readonly type: 'scenario-finished' }>

/**
 * Judges the evidence of a run with the claims of this version. What the run was driven by stays as it was: its scenarios,
 * exchanges and traces; what it left out stays left out. A scenario that this version no longer has keeps its evidence and
 * loses its checks.
 */
export function rejudge<C, S>(
  events: readonly RunEvent[],
  { plan, spec, suite }: RejudgeOptions<C, S>,
): readonly RunEvent[] {
  const started = events.find((event): event is Started => event.type === 'run-started')
  const leftOut = new Map(
    started?.requirements.flatMap(({ id, reason, leftOutBy }) =>
      reason === undefined ? [] : [[id, { reason, ...(leftOutBy && { leftOutBy }) }] as const],
    ),
  )
  const scenarios = new Map(plan.scenarios.map(({ scenario }) => [scenario.id, scenario]))
  const standing = plan.standing.filter(({ requirement }) => !leftOut.has(requirement))
  const told = new Set<string>()
  const faults: string[] = []

  const again = (event: Finished): Finished => {
    const scenario = scenarios.get(event.scenario)
    if (scenario === undefined) return { ...event, checks: [] }
    const planned = {
      scenario,
      claims: scenario.claims.filter(({ requirement }) => !leftOut.has(requirement)),
    }
    const { exchanges, arrivals } = event
    const judgement = judge(planned, restored(event, scenario), {
      plan: { ...plan, standing },
      spec,
      exchanges,
      arrivals,
      told,
    })
    faults.push(...judgement.faults)
    const views = viewsOf(plan.views, { ...event, spec, tables: started?.tables })
    return { ...event, checks: judgement.checks.map((check) => asFarAsStored(check, event)), ...views }
  }

  return events.map((event): RunEvent => {
    if (event.type === 'scenario-finished') return again(event)
    if (event.type === 'run-started')
      return {
        ...event,
        suite,
        recordedBy: event.recordedBy ?? event.suite.version,
        requirements: plan.requirements.map((requirement) => {
          const catches = event.requirements.find(({ id }) => id === requirement.id)?.catches
          return {
            ...requirement,
            ...leftOut.get(requirement.id),
            ...(catches === undefined ? {} : { catches }),
          }
        }),
      }
    if (event.type === 'run-finished' && event.end.how === 'completed' && faults[0] !== undefined)
      return {
        ...event,
        end: { how: 'broken', why: `the suite itself failed: ${faults[0]}`, cause: 'suite' },
      }
    return event
  })
}

function restored<C, S>(event: Finished, { id }: Scenario<C, S>): Drive {
  const drive: StoredDrive | undefined = event.drive
  if (drive === undefined) return { verdict: cannotTell(`the run recorded no trace of ${id}`) }
  if ('verdict' in drive) return drive
  return { trace: restoreTrace(drive.trace, event) }
}
