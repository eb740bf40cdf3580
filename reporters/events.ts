import type { RunEvent } from '../conformance/events.ts'
import type { RunRecord } from './record.ts'

/** The events from which a record was collected, as if all scenarios had run one after the other. */
export function eventsOf({ started, scenarios, end, finishedAt }: RunRecord): readonly RunEvent[] {
  return [
    started,
    ...scenarios.flatMap((finished): readonly RunEvent[] => [
      { type: 'scenario-started', scenario: finished.scenario, title: finished.title },
      finished,
    ]),
    ...(end === undefined ? [] : [{ type: 'run-finished' as const, at: finishedAt, end }]),
  ]
}
