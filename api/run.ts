import type { RunEvent } from '../conformance/events.ts'
import type { Report } from '../reporters/report.ts'
import { finish, uninterrupted } from './finish.ts'
import type { JudgeOptions, RunOptions } from './options.ts'
import { prepared } from './prepared.ts'

/**
 * Judges a target and hands out the course of the run. The last event is `run-finished`; whoever leaves the loop before interrupts
 * the run.
 *
 * @throws ConformanceError PROFILE_INVALID, USAGE, SELECTION_EMPTY before anything is sent
 */
export async function* judge(options: JudgeOptions = {}): AsyncGenerator<RunEvent, void> {
  const made = await prepared(options)
  yield* made.start(options.signal ?? uninterrupted)
}

/**
 * Judges a target and returns the report, as `report.json` has it. A target that is wrong is no error: the report says so.
 *
 * @throws ConformanceError PROFILE_INVALID, USAGE, SELECTION_EMPTY before anything is sent; SECRET_SHOWN
 */
export async function run(options: RunOptions = {}): Promise<Report> {
  return finish(await prepared(options), options)
}
