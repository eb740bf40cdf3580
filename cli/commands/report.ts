import { join } from 'node:path'
import { exitCodeOf, readEvents, recorder, summaryText } from '../../reporters/index.ts'
import { usageError } from '../failure.ts'
import type { Io } from '../io.ts'
import { writeReports } from '../reports.ts'

/** `report DIR`: makes all reports again from results.jsonl, and ends with the code of the run. */
export async function reportCommand(folder: string, io: Io): Promise<number> {
  const collected = recorder()
  for (const event of readEvents(join(folder, 'results.jsonl'))) collected.add(event)
  const record = collected.record()
  if (record === undefined) throw usageError(`${folder} holds no run`)
  const report = writeReports(folder, record)
  io.out(summaryText(report, { color: io.color, folder }))
  return exitCodeOf(report)
}
