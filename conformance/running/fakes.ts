import type { RunEvent } from '../events.ts'
import { type FakePorts, target } from '../selection/fakes.ts'
import type { Plan } from '../selection/plan.ts'
import { type PlanRunOptions, runPlan } from './run.ts'

/** Runs a plan of fakes to its end. */
export async function runAll(
  of: Plan<FakePorts, undefined>,
  more: Partial<PlanRunOptions<FakePorts, FakePorts, undefined>> = {},
): Promise<RunEvent[]> {
  const options: PlanRunOptions<FakePorts, FakePorts, undefined> = {
    suite: { name: 'quote-conformance', version: '0.0.0' },
    kind: 'platform',
    plan: of,
    target: target(),
    spec: undefined,
    context: (ports) => ports,
    seed: 1,
    now: () => 0,
    graceMs: 5,
    ...more,
  }
  const events: RunEvent[] = []
  for await (const event of runPlan(options)) events.push(event)
  return events
}

/** The checks in a run's events, each written as `requirement outcome`. */
export function outcomesIn(events: readonly RunEvent[]): string[] {
  return checks(events).map((check) => `${check.requirement} ${check.outcome}`)
}

export function checks(events: readonly RunEvent[]) {
  return events.flatMap((event) => (event.type === 'scenario-finished' ? event.checks : []))
}
