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

/** The folder that a run leaves behind. */
export interface Output {
  readonly folder: string
  /** Where the run is kept that was in this folder before. */
  readonly earlier?: string
  add(event: RunEvent): void
  /** Why nothing more can be written, in plain words; undefined as long as something can. */
  problem(): string | undefined
  /**
   * Writes the reports that are made at the end. Where the disk is full there are none, and `problem` says so.
   *
   * @param cleaned takes out of an event what became known as a secret only after it was written
   * @param told hears the name of each report before it is written
   */
  finish(
    cleaned?: (event: RunEvent) => RunEvent,
    told?: (name: string) => void,
  ): { readonly record: RunRecord; readonly report: Report }
}

/**
 * Opens the folder of a run. An older run in it is put aside at once, so that a run that is killed never shows another
 * run's verdict.
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
    finish: (cleaned = (same) => same, told) => {
      writer.close()
      const collectedUntilNow = collected.record()
      if (collectedUntilNow === undefined) throw new Error('a run ended without having begun')
      const first = stopped(collectedUntilNow, problem)
      const record = cleanedRecord(first, cleaned)
      if (record !== first) writeAnew(folder, record, write)
      const report = makeReport(record)
      write(() => writeReports(folder, record, { report, ...(told && { told }) }))
      // Half of the reports would look like all of them.
      if (problem !== undefined) removeReports(folder)
      own.release()
      return { record, report }
    },
  }
}

/** The record of a run that was ended since nothing more could be written. */
const stopped = (record: RunRecord, why: string | undefined): RunRecord =>
  record.end === undefined && why !== undefined
    ? { ...record, end: { how: 'interrupted', why, cause: 'suite' } }
    : record

/** Writes `results.jsonl` once more; where there is no room the one with secrets in it goes all the same. */
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

/** The record without late secrets; the same one where it held none. */
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
