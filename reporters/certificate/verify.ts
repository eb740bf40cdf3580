import type { RunRecord } from '../record.ts'
import { makeReport } from '../report.ts'
import { type CertificatePayload, folderDigest, requirementsDigest, sha256 } from './payload.ts'
import { refusals } from './refusals.ts'

/** The result of one check. */
export interface Check {
  readonly name: string
  /** The mismatch; absent where there is none. */
  readonly problem?: string
}

/** Checks that a certificate is in force. @param now milliseconds since the epoch */
export function checkDates({ issuedAt, validUntil }: CertificatePayload, now: number): Check {
  const name = 'validity'
  const [from, until] = [Date.parse(issuedAt), Date.parse(validUntil)]
  if (!(from <= now)) return { name, problem: `it is issued at ${issuedAt}, which has not come yet` }
  return now <= until ? { name } : { name, problem: `it ended at ${validUntil}` }
}

/**
 * Compares a certificate with the files of its run.
 *
 * @param read the content of a file in the run's folder, or undefined where it does not exist
 */
export function checkFiles(
  { results, files }: CertificatePayload,
  read: (name: string) => Uint8Array | undefined,
): readonly Check[] {
  return Object.entries({ 'results.jsonl': results, ...files }).map(([name, digest]) => {
    const content = read(name)
    if (content === undefined) return { name, problem: 'the file is not there' }
    return sha256(content) === digest
      ? { name }
      : { name, problem: 'the file is not the one that was certified' }
  })
}

/**
 * Compares a certificate with the folders of its run. A folder that was not passed on is no mismatch.
 *
 * @param read every file in a folder by its name, or undefined where the folder does not exist
 */
export function checkFolders(
  { folders = {} }: Partial<CertificatePayload>,
  read: (name: string) => Readonly<Record<string, Uint8Array>> | undefined,
): readonly Check[] {
  return Object.entries(folders).flatMap(([folder, digest]) => {
    const files = read(folder)
    const name = `${folder}/`
    if (files === undefined) return []
    return folderDigest(files) === digest
      ? [{ name }]
      : [{ name, problem: 'a file in it was changed, added or taken away' }]
  })
}

/** Judges the record of the run again and compares the result with the certificate. */
export function checkRecord(payload: CertificatePayload, record: RunRecord): readonly Check[] {
  const report = makeReport(record)
  const [reason] = refusals(report, [])
  const same = (name: string, stated: unknown, found: unknown): Check =>
    JSON.stringify(stated) === JSON.stringify(found)
      ? { name }
      : { name, problem: `the certificate says ${JSON.stringify(stated)}, the run ${JSON.stringify(found)}` }
  return [
    reason === undefined
      ? { name: 'verdict' }
      : { name: 'verdict', problem: `the run earns none: ${reason}` },
    same('summary', payload.summary, report.summary),
    same('suite', payload.suite, report.suite),
    same('side', payload.kind, report.kind),
    same('target', payload.target, report.target),
    same('seed', payload.seed, report.seed),
    same('generated cases', payload.cases ?? 'as usual', record.started.cases ?? 'as usual'),
    same('dates', [payload.startedAt, payload.finishedAt], [report.startedAt, report.finishedAt]),
    same('specification', payload.specification, {
      version: report.target.apiVersion,
      requirements: requirementsDigest(record.started.requirements),
    }),
  ]
}
