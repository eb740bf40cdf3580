import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../conformance/errors.ts'
import { reasonOf } from '../../conformance/system-error.ts'
import {
  certificatePage,
  certificatePayload,
  count,
  folderDigest,
  printable,
  type Report,
  type RunRecord,
  refusals,
  sha256,
  signCertificate,
  unshown,
  writeWhole,
} from '../../reporters/index.ts'
import { demandedOf, loadCertification, loadSpec } from '../../spec/index.ts'
import { entriesBelow } from './entries-below.ts'
import { LEAK, reportFiles, reportFolders } from './reports.ts'

export const certificateFiles = ['certificate.json', 'certificate.html'] as const

export function removeCertificate(folder: string): void {
  for (const name of certificateFiles) rmSync(join(folder, name), { force: true })
}

/**
 * Reads a private key before anything is sent.
 *
 * @throws ConformanceError USAGE, USAGE_KEY
 */
export async function readSigningKey(file: string, option: '--key' | '--sign-with'): Promise<string> {
  const pem = readOptionFile(option, file)
  await signCertificate({}, pem)
  return pem
}

export function readOptionFile(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageError(`${option} ${file} cannot be read (${reasonOf(error)})`)
  }
}

/**
 * Refuses a key for a run that starts a program of the party that is judged: that program could read the key.
 *
 * @param program the key of the profile that names the program
 * @throws ConformanceError USAGE
 */
export function refuseKeyBeside(program: string): never {
  throw usageError(
    `--sign-with cannot come with ${program}: that program could read the key`,
    'run without it, then sign the finished run with `sign DIR --key KEY`',
  )
}

/** The line that says whether a run was certified. @param refused why it was not; empty where it was */
export function certificateLine({ started: { cases } }: RunRecord, refused: readonly string[]): string {
  if (refused.length > 0) return `no certificate: ${printable(refused.join('; '))}\n`
  const few = cases === undefined ? '' : `, after ${count(cases, 'generated case')} of each property`
  return `certificate: certificate.json${few}\n`
}

/** Every file below a folder by its relative name; a link has no content. Undefined where the folder does not exist. */
export function filesBelow(folder: string): Readonly<Record<string, Uint8Array>> | undefined {
  if (!existsSync(folder)) return undefined
  return Object.fromEntries(
    entriesBelow(folder).map(({ name, isFile }) => [
      name,
      isFile ? readFileSync(join(folder, name)) : new Uint8Array(),
    ]),
  )
}

/**
 * Writes a certificate into the folder of a run that deserves one.
 *
 * @returns the reason why there is none; undefined where it was written
 */
export async function certify(
  folder: string,
  record: RunRecord,
  report: Report,
  { key, now }: { readonly key: string; readonly now: number },
): Promise<readonly string[]> {
  const spec = await loadSpec({ version: report.target.apiVersion })
  const certification = await loadCertification()
  const profile = certification[report.kind]
  const leak = join(folder, LEAK)
  if (existsSync(leak)) return [readFileSync(leak, 'utf8').trim()]
  const why = refusals(report, demandedOf(spec, report.kind, profile), profile.mayLack)
  if (why.length > 0) return why
  const digest = (name: string) => sha256(readFileSync(join(folder, name)))
  const payload = certificatePayload(record, report, {
    issuedAt: now,
    validDays: certification.validDays,
    notShown: unshown(report, profile.mayLack),
    results: digest('results.jsonl'),
    files: Object.fromEntries(reportFiles.map((name) => [name, digest(name)])),
    folders: Object.fromEntries(
      reportFolders.map((name) => [name, folderDigest(filesBelow(join(folder, name)) ?? {})]),
    ),
  })
  const certificate = await signCertificate(payload, key)
  writeWhole(join(folder, 'certificate.json'), certificate)
  writeWhole(join(folder, 'certificate.html'), certificatePage(payload, certificate))
  return []
}
