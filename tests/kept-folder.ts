import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const kept: string[] = []

/** A folder for all tests of a file. No other lies beside it, since a run reads the reports beside its own. */
export function keptFolder(): string {
  const around = mkdtempSync(join(tmpdir(), 'kept-'))
  kept.push(around)
  const folder = join(around, 'folder')
  mkdirSync(folder)
  return folder
}

afterAll(() => {
  for (const folder of kept.splice(0)) rmSync(folder, { recursive: true, force: true })
})
