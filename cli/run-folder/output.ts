import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ConformanceError } from '../../conformance/errors.ts'
import type { RunEvent } from '../../conformance/events.ts'
import { isSystemError, reasonOf } from '../../conformance/system-error.ts'
import {
  eventsOf,
  jsonlWriter,
  makeReport,
  type Report,
  type RunRecord,
  recorder,
  writeWhole,
} from '../../reporters/index.ts'
import { removeCertificate } from './certify.ts'
import { keepEarlierRun } from './earlier-run.ts'
import { unwritable } from './make-folder.ts'
import { ownFolder } from './own-folder.ts'
import { removeReports, writeReports } from './reports.ts'

/** The output folder of a run. */
export interface Output {
  readonly folder: string
  /** The folder with the run that was here before. */
  readonly earlier?: string
  add(event: RunEvent): void
  /** Why nothing more can be written, in plain words; undefined while writing works. */
  problem(): string | undefined
  /**
   * Writes the reports that are made at the end. Where the disk is full there are none, and `problem` says so.
   *
   * @param cleaned removes from an event secrets that became known only after it was written
   * @param notify receives the name of each report before it is written
   */
  finish(
    cleaned?: (event: RunEvent) => RunEvent,
    notify?: (name: string) => void,
  ): { readonly record: RunRecord; readonly report: Report }
}

/**
 * Opens the folder of a run. An older run in it is moved away at once, so that a killed run never shows another run's verdict.
 *
 * @throws ConformanceError USAGE when the folder cannot be written, is in use, or holds files that are not from a run
 */
export function openOutput(folder: string): Output {
  const own = ownFolder(folder)
  const { writer, earlier } = prepare(folder)
  const collected = recorder()
  let problem: string | undefined
  const write = (work: () => void) => {
    try {
      if (problem === undefined) work()
    } catch (error) {
      if (!isSystemError(error)) throw error
      problem = `${folder} cannot be written any further: ${reasonOf(error)}`
    }
  }
  return {
    folder,
    problem: () => problem,
    ...(earlier === undefined ? {} : { earlier }),
    add: (event) => {
      collected.add(event)
      write(() => writer.add(event))
    },
    finish: (cleaned = (same) => same, notify) => {
      writer.close()
      const collectedUntilNow = collected.record()
      if (collectedUntilNow === undefined) throw new Error('a run ended without having begun')
      const first = stopped(collectedUntilNow, problem)
      const record = cleanedRecord(first, cleaned)
      if (record !== first) writeAnew(folder, record, write)
      const report = makeReport(record)
      write(() => writeReports(folder, record, { report, ...(notify && { notify }) }))
      // An incomplete set of reports would look complete.
      if (problem !== undefined) removeReports(folder)
      own.release()
      return { record, report }
    },
  }
}

/** The record of a run that ended because nothing more could be written. */
const stopped = (record: RunRecord, why: string | undefined): RunRecord =>
  record.end === undefined && why !== undefined
    ? { ...record, end: { how: 'interrupted', why, cause: 'suite' } }
    : record

/** Writes `results.jsonl` again. If the disk is full, the file with secrets in it is deleted all the same. */
function writeAnew(folder: string, record: RunRecord, write: (work: () => void) => void): void {
  const file = join(folder, 'results.jsonl')
  rmSync(file, { force: true })
  write(() =>
    writeWhole(
      file,
      eventsOf(record)
        .map((event) => `${JSON.stringify(event)}\n`)
        .join(''),
    ),
  )
}

/** The record without secrets that became known late; the same object where it held none. */
function cleanedRecord(record: RunRecord, cleaned: (event: RunEvent) => RunEvent): RunRecord {
  const events = eventsOf(record)
  const clean = events.map(cleaned)
  if (clean.every((event, place) => event === events[place])) return record
  const collected = recorder()
  for (const event of clean) collected.add(event)
  return collected.record() ?? record
}

function prepare(folder: string): {
  readonly writer: ReturnType<typeof jsonlWriter>
  readonly earlier: string | undefined
} {
  try {
    const earlier = keepEarlierRun(folder)
    removeReports(folder)
    removeCertificate(folder)
    return { earlier, writer: jsonlWriter(join(folder, 'results.jsonl')) }
  } catch (error) {
    if (error instanceof ConformanceError) throw error
    throw unwritable(folder, error)
  }
}

/** The default folder: `reports/2026-03-04T05-06-07Z`. */
export function defaultFolder(now: number): string {
  return join('reports', new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(':', '-'))
}
