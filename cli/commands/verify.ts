import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ConformanceError } from '../../conformance/errors.ts'
import {
  type CertificatePayload,
  type Check,
  certificatePage,
  checkDates,
  checkFiles,
  checkRecord,
  openCertificate,
  printable,
} from '../../reporters/index.ts'
import { readText } from '../certify.ts'
import type { Io } from '../io.ts'
import { readRun } from '../runs.ts'

export interface VerifyOptions {
  readonly key: string
  readonly results?: string
}

/** `verify FILE --key PUB`: says of each part of a certificate whether it fits. Returns 0 where all do, else 1. */
export async function verifyCommand(file: string, { key, results }: VerifyOptions, io: Io): Promise<number> {
  const publicKey = readText('--key', key)
  const text = readText('FILE', file)
  const opened = await openCertificate(text, publicKey)
  if ('problem' in opened) return tell([{ name: 'signature', problem: opened.problem }], io)
  // The holder of the private key signs nothing but statements of the suite.
  const payload = opened.statement as CertificatePayload
  const checks = [
    { name: 'signature' },
    checkDates(payload, io.now()),
    ...pageChecks(file, payload, text),
    ...(results === undefined ? [] : runChecks(results, payload)),
  ]
  const code = tell(checks, io)
  const { target, kind, specification, validUntil } = payload
  if (code === 0)
    io.out(
      printable(
        `${target.name}: a conformant ${kind} by ${specification.version}, until ${validUntil}`,
      ).concat('\n'),
    )
  return code
}

function tell(checks: readonly Check[], io: Io): 0 | 1 {
  for (const { name, problem } of checks)
    io.out(problem === undefined ? `ok    ${name}\n` : `FAIL  ${printable(`${name}: ${problem}`)}\n`)
  return checks.every(({ problem }) => problem === undefined) ? 0 : 1
}

/** The printable page beside a certificate says what the certificate says, or it has been changed. */
function pageChecks(file: string, payload: CertificatePayload, text: string): readonly Check[] {
  const name = basename(file).replace(/\.json$/, '.html')
  const page = join(dirname(file), name)
  if (name === basename(file) || !existsSync(page)) return []
  const same = readFileSync(page, 'utf8') === certificatePage(payload, text)
  return [same ? { name } : { name, problem: 'the page does not say what the certificate says' }]
}

function runChecks(folder: string, payload: CertificatePayload): readonly Check[] {
  const files = checkFiles(payload, (name) => {
    const file = join(folder, basename(name))
    return existsSync(file) ? readFileSync(file) : undefined
  })
  try {
    return [...files, ...checkRecord(payload, readRun(folder))]
  } catch (error) {
    if (!(error instanceof ConformanceError)) throw error
    return [...files, { name: 'run', problem: error.message }]
  }
}
