import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JudgeOptions } from './options.ts'

export interface ProfileFile {
  /** Absent where no target is named. */
  readonly name?: string
  /** Removes the file that was written for a profile object. */
  remove(): void
}

/** The file of a profile. A profile object is written to a file that only its owner may read. */
export function profileFile(target: JudgeOptions['target']): ProfileFile {
  if (target === undefined) return { remove: () => undefined }
  if (typeof target === 'string') return { name: target, remove: () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'quote-profile-'))
  const name = join(folder, 'profile.json')
  writeFileSync(name, JSON.stringify(target), { mode: 0o600 })
  return { name, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
