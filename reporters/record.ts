import type { RunEnd, RunEvent, ScenarioFinished } from '../conformance/events.ts'

type Named<T extends RunEvent['type']> = Extract<RunEvent, { readonly type: T }>

/** The first event of a run. The front adds the command line that started it. */
export type RunStarted = Named<'run-started'> & { readonly command?: readonly string[] }

/** The source of all reports: the ordered events of one run. */
export interface RunRecord {
  readonly started: RunStarted
  /** In the order in which they ended. */
  readonly scenarios: readonly ScenarioFinished[]
  /** Absent where the run was killed. */
  readonly end?: RunEnd
  /** When the run ended; for a run that was killed, when it began. */
  readonly finishedAt: string
}

/** The record of a complete stream. @throws Error when it has no first event */
export function runRecordOf(events: readonly RunEvent[]): RunRecord {
  const collected = recorder()
  for (const event of events) collected.add(event)
  const record = collected.record()
  if (record === undefined) throw new Error('a stream of events has no beginning')
  return record
}

/** Collects events one by one; `record` is undefined before the first. */
export function recorder(): { add(event: RunEvent): void; record(): RunRecord | undefined } {
  let started: RunStarted | undefined
  let finished: Named<'run-finished'> | undefined
  const scenarios: ScenarioFinished[] = []
  return {
    add: (event) => {
      if (event.type === 'run-started') started = event
      else if (event.type === 'scenario-finished') scenarios.push(event)
      else if (event.type === 'run-finished') finished = event
    },
    record: () => {
      if (started === undefined) return undefined
      const finishedAt = finished?.at ?? started.at
      const record = { started, scenarios: [...scenarios], finishedAt }
      return finished === undefined ? record : { ...record, end: finished.end }
    },
  }
}
