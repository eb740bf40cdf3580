import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const kept: string[] = []

/** A folder for all tests of a file. */
export function keptFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'))
  kept.push(folder)
  return folder
}

afterAll(() => {
  for (const folder of kept.splice(0)) rmSync(folder, { recursive: true, force: true })
})
