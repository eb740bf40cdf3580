import { createHash } from 'node:crypto'
import type { PlannedRequirement } from '../../conformance/events.ts'
import type { RunRecord } from '../record.ts'
import type { Report } from '../report.ts'
import type { MayLack } from './refusals.ts'

/** Contents of a certificate. Its schema: `schemas/certificate-payload.schema.json`. */
export interface CertificatePayload {
  /** Version of this format. */
  readonly certificate: 1
  readonly suite: Report['suite']
  readonly specification: {
    readonly version: string
    /** SHA-256 over id, clause, level and title of every requirement that the target was judged by. */
    readonly requirements: string
  }
  readonly kind: Report['kind']
  readonly target: Report['target']
  readonly verdict: 'conformant'
  readonly summary: Report['summary']
  /** Required requirements that were not exercised, each with the allowed reason; absent where there are none. */
  readonly notShown?: readonly { readonly requirement: string; readonly reason: string }[]
  readonly seed: number
  readonly startedAt: string
  readonly finishedAt: string
  readonly issuedAt: string
  readonly validUntil: string
  /** SHA-256 of `results.jsonl`. */
  readonly results: string
  /** SHA-256 of the other files of the run, by name. */
  readonly files: Readonly<Record<string, string>>
  /** SHA-256 over names and contents of all files in the folders of the run, by the folder's name. */
  readonly folders: Readonly<Record<string, string>>
  /** Number of generated cases of each property, where the user chose it; absent for the default. */
  readonly cases?: number
}

export interface Issue {
  /** Milliseconds since the epoch. */
  readonly issuedAt: number
  readonly validDays: number
  readonly notShown?: readonly MayLack[]
  readonly results: string
  readonly files: Readonly<Record<string, string>>
  readonly folders: Readonly<Record<string, string>>
}

const DAY_MS = 86_400_000

/** Makes the statement of a run that deserves a certificate (see `refusals`). */
export function certificatePayload(record: RunRecord, report: Report, issue: Issue): CertificatePayload {
  const { suite, kind, target, summary, seed, startedAt, finishedAt } = report
  const { issuedAt, validDays, results, files, folders, notShown = [] } = issue
  const { cases } = record.started
  return {
    certificate: 1,
    suite,
    specification: {
      version: target.apiVersion,
      requirements: requirementsDigest(record.started.requirements),
    },
    kind,
    target,
    verdict: 'conformant',
    ...(notShown.length > 0 && {
      notShown: notShown.map(({ requirement, reason }) => ({ requirement, reason })),
    }),
    ...{ summary, seed, startedAt, finishedAt },
    issuedAt: new Date(issuedAt).toISOString(),
    validUntil: new Date(issuedAt + validDays * DAY_MS).toISOString(),
    results,
    files,
    folders,
    ...(cases !== undefined && { cases }),
  }
}

/** The digest of a folder. It changes with every file that is changed, added or removed. */
export function folderDigest(files: Readonly<Record<string, Uint8Array>>): string {
  const lines = Object.entries(files).map(([name, content]) => JSON.stringify([name, sha256(content)]))
  return sha256(lines.sort().join('\n'))
}

/** A digest of the requirements that a run was judged by, independent of their order. */
export function requirementsDigest(requirements: readonly PlannedRequirement[]): string {
  const rows = requirements.map(({ id, clause, level, title }) => JSON.stringify([id, clause, level, title]))
  return sha256(rows.sort().join('\n'))
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
