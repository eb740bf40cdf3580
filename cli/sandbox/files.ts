import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { profileSchema, SCHEMA_FILE, SCHEMA_LINE } from '../../sides/profile-schemas.ts'
import type { EmbeddedSandbox } from '../../targets/sandbox/index.ts'
import { refuseOtherProfile, refuseOtherSchema } from '../run-folder/foreign-files.ts'
import { makeFolder } from '../run-folder/make-folder.ts'

/** Files by which others can use a running sandbox. */
export interface SandboxFiles {
  /** Path of a platform profile. */
  readonly profile: string
  /** Path of the certificate of the authority to trust; only with https. */
  readonly ca?: string
  /** Removes a temporary folder. A folder that the user named stays. */
  remove(): void
}

/**
 * Writes the profile of a running sandbox, its schema for editors, and its certificate authority if it serves https. The
 * profile holds secrets: only its owner may read it.
 *
 * @throws ConformanceError USAGE where the folder cannot be made, or holds other files of these names
 */
export async function writeSandboxFiles(
  sandbox: Pick<EmbeddedSandbox, 'profile' | 'caPem'>,
  out?: string,
): Promise<SandboxFiles> {
  const folder = out ?? mkdtempSync(join(tmpdir(), 'quote-sandbox-'))
  makeFolder(folder)
  const profile = join(folder, 'profile.yaml')
  const schema = join(folder, SCHEMA_FILE)
  refuseOtherProfile(profile)
  refuseOtherSchema(schema)
  const tls = sandbox.caPem === undefined ? {} : { tls: { ca: './ca.pem' } }
  writeFileSync(profile, SCHEMA_LINE + stringify({ ...sandbox.profile(), ...tls }), { mode: 0o600 })
  // Writing does not change the mode of an existing file.
  chmodSync(profile, 0o600)
  writeFileSync(schema, await profileSchema('platform'))
  const remove = () => {
    if (out === undefined) rmSync(folder, { recursive: true, force: true })
  }
  if (sandbox.caPem === undefined) return { profile, remove }
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, sandbox.caPem)
  return { profile, ca, remove }
}
