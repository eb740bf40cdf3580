import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { jsonlWriter } from '../reporters/index.ts'

/** Opens the folder to which a test file writes its part of the run. */
export function openPart(folder: string): ReturnType<typeof jsonlWriter> {
  mkdirSync(folder, { recursive: true })
  return jsonlWriter(join(folder, 'results.jsonl'))
}
