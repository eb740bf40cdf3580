import { join } from 'node:path'
import { usageError } from '../../conformance/errors.ts'
import {
  compareRuns,
  comparisonText,
  eventsOf,
  exitCodeOf,
  jsonlWriter,
  mergeShards,
  missingShards,
  type RunRecord,
  runRecordOf,
  summaryText,
  weighedText,
} from '../../reporters/index.ts'
import { exitCodeWith, readBaseline } from '../finished-runs/baseline.ts'
import { rejudgedRun } from '../finished-runs/rejudged-run.ts'
import { readRun } from '../finished-runs/runs.ts'
import type { Io } from '../io.ts'
import { tellJob } from '../job.ts'
import { keepEarlierRun } from '../run-folder/earlier-run.ts'
import { ownFolder } from '../run-folder/own-folder.ts'
import { writeReports } from '../run-folder/reports.ts'

export interface ReportOptions {
  readonly suite: { readonly name: string; readonly version: string }
  readonly rejudge?: boolean
  readonly out?: string
  /** File with known failures. */
  readonly baseline?: string
}

/**
 * `report DIR...`: makes all reports of a run again from its record, and returns the exit code of the run. Several folders are
 * merged as shards of one run. With `--out` a shard without the others ends with 3: a pipeline that lost the others must not pass.
 */
export async function reportCommand(
  folders: readonly string[],
  { suite, rejudge = false, out, baseline: known }: ReportOptions,
  io: Io,
): Promise<number> {
  const [folder = ''] = folders
  const baseline = known === undefined ? undefined : readBaseline(known)
  if (folders.length > 1 && out === undefined)
    throw usageError('--out is missing: it should be the folder for what the shards are merged into')
  const recorded = folders.length > 1 ? mergeShards(folders.map(readRun)) : readRun(folder)
  const record = rejudge ? runRecordOf(await rejudgedRun(recorded, suite)) : recorded
  const place = out ?? folder
  // With `--out` the folder has everything of a run, so it can be compared and judged again.
  if (out !== undefined) {
    const own = ownFolder(out)
    const earlier = keepEarlierRun(out)
    if (earlier !== undefined) io.err(`the earlier run in ${out} is kept in ${earlier}\n`)
    writeEvents(out, recorded)
    own.release()
  }
  const report = writeReports(place, record)
  if (folders.length > 1) tellJob(report, io)
  io.out(summaryText(report, { color: io.color, folder: place }))
  if (rejudge) {
    io.out(`judged anew by ${suite.version}; recorded by ${report.recordedBy}\n`)
    io.out(comparisonText(compareRuns(recorded, record), { color: io.color }))
  }
  const weighing = baseline && exitCodeWith(report, baseline)
  if (weighing !== undefined) io.out(weighedText(weighing.weighed))
  const missing = out === undefined ? undefined : missingShards([recorded])
  const code = weighing?.code ?? exitCodeOf(report)
  if (missing === undefined) return code
  io.err(`quote-conformance: ${missing}: these are the reports of a part, and no merged run\n`)
  // A breach that was seen stays one.
  return code === 1 ? 1 : 3
}

function writeEvents(folder: string, record: RunRecord): void {
  const writer = jsonlWriter(join(folder, 'results.jsonl'))
  for (const event of eventsOf(record)) writer.add(event)
  writer.close()
}
