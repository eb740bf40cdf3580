import type { RunEvent } from '../conformance/events.ts'
import type { Report } from '../reporters/report.ts'
import { finish, uninterrupted } from './finish.ts'
import type { JudgeOptions, RunOptions } from './options.ts'
import { prepared } from './prepared.ts'

/**
 * Judges a target and yields the events of the run. The last event is `run-finished`. Leaving the loop earlier interrupts the
 * run.
 *
 * @throws ConformanceError PROFILE_INVALID, USAGE, SELECTION_EMPTY before anything is sent
 */
export async function* judge(options: JudgeOptions = {}): AsyncGenerator<RunEvent, void> {
  const made = await prepared(options)
  yield* made.start(options.signal ?? uninterrupted)
}

/**
 * Judges a target and returns the report, with the content of `report.json`. A breach of the target is not an error: the report
 * states it.
 *
 * @throws ConformanceError PROFILE_INVALID, USAGE, SELECTION_EMPTY before anything is sent; SECRET_SHOWN
 */
export async function run(options: RunOptions = {}): Promise<Report> {
  return finish(await prepared(options), options)
}
