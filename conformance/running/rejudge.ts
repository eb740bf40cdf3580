import { messageOf } from '../errors.ts'
import type { RunEvent, ScenarioFinished, StoredDrive } from '../events.ts'
import type { Scenario } from '../scenario.ts'
import type { Plan } from '../selection/plan.ts'
import { restoreTrace } from '../trace.ts'
import { cannotTell, type Verdict } from '../verdict.ts'
import { type Drive, judgeScenario } from './judge.ts'
import { asFarAsStored } from './stored-evidence.ts'
import { viewsOf } from './views.ts'

export interface RejudgeOptions<C, S> {
  /** The suite of the current version: its whole plan, with nothing left out. */
  readonly plan: Plan<C, S>
  readonly spec: S
  readonly suite: { readonly name: string; readonly version: string }
}

type Started = Extract<RunEvent, { readonly type: 'run-started' }>
/**
 * Judges the evidence of a run with the claims of this version. The recorded scenarios, exchanges and traces stay as they are.
 * Requirements that the run left out stay left out. A scenario that this version no longer has keeps its evidence and loses its
 * checks. A claim that throws cannot read the older recording: its verdict is "cannot tell", and judging goes on.
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
  const reported = new Set<string>()
  const recordedBy = started?.recordedBy ?? started?.suite.version
  const unreadable = (error: unknown): Verdict =>
    cannotTell(`this version of the suite cannot read what ${recordedBy} recorded: ${messageOf(error)}`)

  const views = (event: ScenarioFinished): Pick<ScenarioFinished, 'views'> => {
    try {
      return viewsOf(plan.views, { ...event, spec, tables: started?.tables })
    } catch {
      // The views that the run itself recorded stay.
      return {}
    }
  }

  const again = (event: ScenarioFinished): ScenarioFinished => {
    const scenario = scenarios.get(event.scenario)
    if (scenario === undefined) return { ...event, checks: [] }
    const planned = {
      scenario,
      claims: scenario.claims.filter(({ requirement }) => !leftOut.has(requirement)),
    }
    const { exchanges, arrivals, until } = event
    const judgement = judgeScenario(planned, restored(event, scenario, unreadable), {
      plan: { ...plan, standing },
      spec,
      ledger: { exchanges, arrivals, ...(until && { until }), ...(started && { target: started.target }) },
      reported,
      unreadable,
    })
    const checks = judgement.checks.map((check) => asFarAsStored(check, event))
    return { ...event, checks, ...views(event) }
  }

  return events.map((event): RunEvent => {
    if (event.type === 'scenario-finished') return again(event)
    if (event.type === 'run-started')
      return {
        ...event,
        suite,
        recordedBy: event.recordedBy ?? event.suite.version,
        requirements: plan.requirements.map((requirement) => {
          const { catches, explainedBy, explainedIn } =
            event.requirements.find(({ id }) => id === requirement.id) ?? {}
          return {
            ...requirement,
            ...leftOut.get(requirement.id),
            ...(catches === undefined ? {} : { catches }),
            ...(explainedBy === undefined ? {} : { explainedBy }),
            ...(explainedIn === undefined ? {} : { explainedIn }),
          }
        }),
      }
    return event
  })
}

function restored<C, S>(
  event: ScenarioFinished,
  { id }: Scenario<C, S>,
  unreadable: (error: unknown) => Verdict,
): Drive {
  const drive: StoredDrive | undefined = event.drive
  if (drive === undefined) return { verdict: cannotTell(`the run recorded no trace of ${id}`) }
  if ('verdict' in drive) return drive
  try {
    return { trace: restoreTrace(drive.trace, event) }
  } catch (error) {
    return { verdict: unreadable(error) }
  }
}
