import { join } from 'node:path'
import { usageError } from '../../conformance/errors.ts'
import { type RunRecord, readEvents, recorder } from '../../reporters/index.ts'

/**
 * Reads the record of a run from its folder.
 *
 * @throws ConformanceError RESULTS_UNREADABLE, RESULTS_INVALID, USAGE
 */
export function readRun(folder: string): RunRecord {
  const collected = recorder()
  for (const event of readEvents(join(folder, 'results.jsonl'))) collected.add(event)
  const record = collected.record()
  if (record === undefined) throw usageError(`${folder} holds no run`)
  return record
}
