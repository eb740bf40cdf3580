import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ConformanceError, usageError } from '../../conformance/errors.ts'
import { makeReport, printable } from '../../reporters/index.ts'
import { readRun } from '../finished-runs/runs.ts'
import type { Io } from '../io.ts'
import { SUMMARY } from '../many/own-summary.ts'
import { certificateLine, certify, readSigningKey, removeCertificate } from '../run-folder/certify.ts'
import { isOfARun, ownFolder } from '../run-folder/own-folder.ts'
import { writeReports } from '../run-folder/reports.ts'

interface Signing {
  /** PEM text. */
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * `sign DIR... --key KEY`: certifies finished runs, in a step that starts no program of anybody. A folder of `certify all` stands
 * for every run in it. Returns 0 where each run got its certificate, else 1.
 *
 * @throws ConformanceError USAGE, USAGE_KEY; for a single run RESULTS_UNREADABLE and RESULTS_INVALID, too
 */
export async function signCommand(
  folders: readonly string[],
  { key: file }: { readonly key: string },
  io: Io,
): Promise<number> {
  const key = await readSigningKey(file, '--key')
  const runs = folders.flatMap(runsIn)
  let code = 0
  for (const folder of runs) {
    const { refused, line } = await signed(folder, { key, now: io.now() }).catch((error: unknown) => {
      // One broken folder keeps no other run from its certificate.
      if (runs.length === 1 || !(error instanceof ConformanceError)) throw error
      return { refused: true, line: `no certificate: ${printable(error.message)}\n` }
    })
    io.out(runs.length === 1 ? line : `${printable(folder)}: ${line}`)
    if (refused) code = 1
  }
  return code
}

/** @throws ConformanceError USAGE where there is no run */
function runsIn(folder: string): readonly string[] {
  const runs = existsSync(join(folder, SUMMARY))
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(folder, name))
        .sort()
    : [folder]
  const found = runs.filter(isOfARun)
  if (found.length > 0) return found
  throw usageError(
    `${folder} holds no run: it should be the folder of a finished run, or that of certify all`,
  )
}

async function signed(folder: string, signing: Signing) {
  const own = ownFolder(folder)
  try {
    removeCertificate(folder)
    const record = readRun(folder)
    // Made again from the record, so that no report can say something else than what is signed.
    const report = writeReports(folder, record, { report: makeReport(record) })
    const why = await certify(folder, record, report, signing)
    return { refused: why.length > 0, line: certificateLine(record, why) }
  } finally {
    own.release()
  }
}
