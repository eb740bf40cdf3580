import { join } from 'node:path'
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
import { ownFolder, unwritable } from './own-folder.ts'
import { removeReports, writeReports } from './reports.ts'

/** The folder that a run leaves behind. */
export interface Output {
  readonly folder: string
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
 * Opens the folder of a run. The reports of an older run in it are removed at once, so that a run that is killed never
 * shows another run's verdict.
 *
 * @throws ConformanceError USAGE when the folder cannot be written, is in use, or holds files that are not from a run
 */
export function openOutput(folder: string): Output {
  const own = ownFolder(folder)
  const writer = prepare(folder)
  const collected = recorder()
  return {
    folder,
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
