import type { RunEvent, ScenarioFinished } from '../../conformance/events.ts'
import { judgeScenario } from '../../conformance/running/judge.ts'
import { plan } from '../../conformance/selection/plan.ts'
import { restoreTrace } from '../../conformance/trace.ts'
import { cannotTell } from '../../conformance/verdict.ts'
import type { Bench } from '../judge.ts'
import type { Pick } from './changed.ts'
import { type ChangedContent, changedAnswer, changedDelivery } from './contents.ts'

type Started = Extract<RunEvent, { readonly type: 'run-started' }>
/** Larger scenarios take long to judge again, and have nothing that others lack. */
const MOST_EXCHANGES = 800

/**
 * Changes one value, code or header of a recorded answer or delivery at a time, and judges the scenario again with all its claims.
 * It counts how often that is noticed. What was driven stays as it was, so a change that a driver would have met is judged as if it had passed by.
 *
 * @returns the lines to print: all that was never noticed, each with how often it was tried
 * @throws Error where nothing was noticed at all
 */
export function countContents(
  { spec, suite }: Bench,
  { target }: Started,
  scenarios: readonly ScenarioFinished[],
  { count, pick }: { readonly count: number; readonly pick: Pick },
): readonly string[] {
  const whole = plan({
    side: 'platform',
    rules: spec,
    suite,
    selection: { only: [], scenarios: [], allowWrites: true },
    target: { facts: target, lacks: () => undefined },
  })
  const breachesOf = ({
    scenario: id,
    drive,
    exchanges,
    arrivals,
    until,
  }: ScenarioFinished): readonly string[] => {
    const planned = whole.scenarios.find(({ scenario }) => scenario.id === id)
    if (planned === undefined || drive === undefined) return []
    const restored =
      'verdict' in drive ? drive : { trace: restoreTrace(drive.trace, { exchanges, arrivals }) }
    const ledger = { exchanges, arrivals, target, ...(until && { until }) }
    const unreadable = (error: unknown) => cannotTell(String(error))
    return judgeScenario(planned, restored, { plan: whole, spec, ledger, reported: new Set(), unreadable })
      .checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')
      .map(({ requirement }) => requirement)
  }
  const few = scenarios.filter(({ exchanges }) => exchanges.length <= MOST_EXCHANGES)
  for (const one of few)
    if (breachesOf(one).length > 0) throw new Error(`${one.scenario} shows a breach before any change`)
  const rows = new Map<string, { tried: number; noticed: number; at: string }>()
  const change = (changing: (one: ScenarioFinished, by: Pick) => ChangedContent | undefined) => {
    const one = pick(few)
    const changed = one && changing(one, pick)
    if (changed === undefined) return
    const row = rows.get(changed.where) ?? { tried: 0, noticed: 0, at: changed.scenario.scenario }
    rows.set(changed.where, row)
    row.tried += 1
    row.noticed += breachesOf(changed.scenario).length > 0 ? 1 : 0
  }
  for (let done = 0; done < count; done += 1) {
    change(changedAnswer)
    change(changedDelivery)
  }
  const all = [...rows].sort(([one], [other]) => one.localeCompare(other))
  const sum = (of: 'tried' | 'noticed') => all.reduce((total, [, row]) => total + row[of], 0)
  if (sum('noticed') === 0) throw new Error('no claim noticed any change')
  return [
    `${sum('noticed')} of ${sum('tried')} changed answers and deliveries noticed`,
    ...all.flatMap(([where, { tried, noticed, at }]) =>
      noticed === 0 ? [`  never, of ${tried}: ${where} (${at})`] : [],
    ),
  ]
}
