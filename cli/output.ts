import { join } from 'node:path'
import { ConformanceError } from '../conformance/errors.ts'
import type { RunEvent } from '../conformance/events.ts'
import {
  eventsOf,
  jsonlWriter,
  type Report,
  type RunRecord,
  recorder,
  writeWhole,
} from '../reporters/index.ts'
import { removeCertificate } from './certify.ts'
import { keepEarlierRun } from './earlier-run.ts'
import { ownFolder, unwritable } from './own-folder.ts'
import { removeReports, writeReports } from './reports.ts'

/** The folder that a run leaves behind. */
export interface Output {
  readonly folder: string
  /** Where the run is kept that was in this folder before. */
  readonly earlier?: string
  add(event: RunEvent): void
  /**
   * Writes the reports that are made at the end.
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
  return {
    folder,
    ...(earlier === undefined ? {} : { earlier }),
    add: (event) => {
      collected.add(event)
      writer.add(event)
    },
    finish: (cleaned = (same) => same, told) => {
      writer.close()
      const first = collected.record()
      if (first === undefined) throw new Error('a run ended without having begun')
      const record = cleanedRecord(folder, first, cleaned)
      const report = writeReports(folder, record, told)
      own.release()
      return { record, report }
    },
  }
}

/** The record without late secrets; where it held any, `results.jsonl` is written again. */
function cleanedRecord(folder: string, record: RunRecord, cleaned: (event: RunEvent) => RunEvent): RunRecord {
  const events = eventsOf(record)
  const clean = events.map(cleaned)
  if (clean.every((event, place) => event === events[place])) return record
  const collected = recorder()
  for (const event of clean) collected.add(event)
  writeWhole(join(folder, 'results.jsonl'), clean.map((event) => `${JSON.stringify(event)}\n`).join(''))
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
