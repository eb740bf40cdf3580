import { join } from 'node:path'
import {
  exitCodeOf,
  junitXml,
  makeReport,
  readEvents,
  recorder,
  summaryText,
  writeJson,
  writeWhole,
} from '../../reporters/index.ts'
import { usageError } from '../failure.ts'
import type { Io } from '../io.ts'

/** `report DIR`: makes report.json and junit.xml again from results.jsonl, and ends with the code of the run. */
export async function reportCommand(folder: string, io: Io): Promise<number> {
  const collected = recorder()
  for (const event of readEvents(join(folder, 'results.jsonl'))) collected.add(event)
  const record = collected.record()
  if (record === undefined) throw usageError(`${folder} holds no run`)
  const report = makeReport(record)
  writeJson(join(folder, 'report.json'), report)
  writeWhole(join(folder, 'junit.xml'), junitXml(report))
  io.out(summaryText(report, { color: io.color, folder }))
  return exitCodeOf(report)
}
