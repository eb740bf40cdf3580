import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readRun } from '../cli/finished-runs/runs.ts'
import { writeReports } from '../cli/run-folder/reports.ts'
import { eventsOf, jsonlWriter, mergeShards } from '../reporters/index.ts'
import { rooms } from './rooms.ts'
import { settings } from './settings.ts'

/**
 * Merges the results of all test files into one report at the end of a run. Vitest may have run only some of them (`--shard`,
 * or a file by name). Then the report waits until the other files have written theirs into the same folder.
 */
export function teardown(): void {
  const { folder } = settings()
  const parts = rooms.map((room) => join(folder, 'parts', room))
  const missing = parts.filter((part) => !existsSync(join(part, 'results.jsonl')))
  if (missing.length > 0) {
    rmSync(join(folder, 'report.json'), { force: true })
    return
  }
  const record = mergeShards(parts.map(readRun))
  const writer = jsonlWriter(join(folder, 'results.jsonl'))
  for (const event of eventsOf(record)) writer.add(event)
  writer.close()
  writeReports(folder, record)
}
