import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunEvent } from '../conformance/events.ts'
import {
  eventsOf,
  jsonlWriter,
  makeReport,
  type Report,
  type RunRecord,
  recorder,
  writeWhole,
} from '../reporters/index.ts'
import { removeCertificate } from './certify.ts'
import { isSystemError, ownFolder, reasonOf, unwritable } from './own-folder.ts'
import { removeReports, writeReports } from './reports.ts'

/** The folder that a run leaves behind. */
export interface Output {
  readonly folder: string
  add(event: RunEvent): void
  /** Why nothing more can be written, in plain words; undefined as long as something can. */
  problem(): string | undefined
  /**
   * Writes the reports that are made at the end. Where the disk is full there are none, and `problem` says so.
   *
   * @param cleaned takes out of an event what became known as a secret only after it was written
   */
  finish(cleaned?: (event: RunEvent) => RunEvent): { readonly record: RunRecord; readonly report: Report }
}

/**
 * Opens the folder of a run. The reports of an older run in it are removed at once, so that a run that is killed never
 * shows another run's verdict.
 *
 * @throws ConformanceError USAGE when the folder cannot be written, is in use, or holds files that are not from a run
 */
export function openOutput(folder: string): Output {
  const own = ownFolder(folder)
  const writer = prepare(folder)
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
    add: (event) => {
      collected.add(event)
      write(() => writer.add(event))
    },
    finish: (cleaned = (same) => same) => {
      writer.close()
      const collectedUntilNow = collected.record()
      if (collectedUntilNow === undefined) throw new Error('a run ended without having begun')
      const first = stopped(collectedUntilNow, problem)
      const record = cleanedRecord(first, cleaned)
      if (record !== first) writeAnew(folder, record, write)
      const report = makeReport(record)
      write(() => writeReports(folder, record, report))
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

function prepare(folder: string): ReturnType<typeof jsonlWriter> {
  try {
    removeReports(folder)
    removeCertificate(folder)
    return jsonlWriter(join(folder, 'results.jsonl'))
  } catch (error) {
    throw unwritable(folder, error)
  }
}

/** The default folder: `reports/2026-03-04T05-06-07Z`. */
export function defaultFolder(now: number): string {
  return join('reports', new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(':', '-'))
}
