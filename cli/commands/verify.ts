import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ConformanceError, usageError } from '../../conformance/errors.ts'
import {
  type CertificatePayload,
  type Check,
  certificatePage,
  checkDates,
  checkFiles,
  checkFolders,
  checkRecord,
  count,
  openCertificate,
  printable,
  problemOfForm,
} from '../../reporters/index.ts'
import { readRun } from '../finished-runs/runs.ts'
import type { Io } from '../io.ts'
import { filesBelow, readOptionFile } from '../run-folder/certify.ts'

export interface VerifyOptions {
  /** File of the signer's public key. Without it no signature is checked. */
  readonly key?: string
  readonly results?: string
}

/**
 * `verify FILE... --key PUB`: checks each part of the certificates. For several certificates it then reports which sides are
 * certified. Returns 0 where everything is right, 1 where something is not, and 3 without a key to check signatures.
 *
 * @throws ConformanceError USAGE where `--results` comes with several certificates
 */
export async function verifyAll(files: readonly string[], options: VerifyOptions, io: Io): Promise<number> {
  const [file = ''] = files
  if (files.length === 1) return (await verifyOne(file, options, io)).code
  if (options.results !== undefined)
    throw usageError('--results belongs to one run: it should come with one certificate')
  const all: Verified[] = []
  for (const one of files) {
    io.out(`${printable(one)}\n`)
    all.push(await verifyOne(one, options, io))
  }
  io.out('\n')
  for (const side of SIDES) {
    const right = all.filter(({ code, payload }) => code === 0 && payload?.kind === side)
    const statements = right.map(
      ({ payload }) => `${payload?.target.name} by ${payload?.specification.version}`,
    )
    io.out(
      `${side.padEnd(9)} ${statements.length === 0 ? 'no certificate' : printable(statements.join(', '))}\n`,
    )
  }
  const codes = all.map(({ code }) => code)
  return codes.includes(1) ? 1 : codes.includes(3) ? 3 : 0
}

const SIDES = ['platform', 'receiver', 'client'] as const

/** The exit code for one certificate, and its statement where the signature is right. */
interface Verified {
  readonly code: 0 | 1 | 3
  readonly payload?: CertificatePayload
}

async function verifyOne(file: string, { key, results }: VerifyOptions, io: Io): Promise<Verified> {
  const publicKey = key === undefined ? undefined : readOptionFile('--key', key)
  const text = readOptionFile('FILE', file)
  if (publicKey === undefined) return unchecked(text, io)
  const opened = await openCertificate(text, publicKey)
  if ('problem' in opened) return { code: tell([{ name: 'signature', problem: opened.problem }], io) }
  // Safe to cast: the holder of the private key signs only statements of the suite.
  const payload = opened.statement as CertificatePayload
  const checks = [
    { name: 'signature' },
    checkDates(payload, io.now()),
    ...pageChecks(file, payload, text),
    ...(results === undefined ? [] : runChecks(results, payload)),
  ]
  const code = tell(checks, io)
  const { target, kind, specification, validUntil, cases } = payload
  const few = cases === undefined ? '' : `, after ${count(cases, 'generated case')} of each property`
  if (code === 0)
    io.out(
      printable(
        `${target.name}: a conformant ${kind} by ${specification.version}, until ${validUntil}${few}`,
      ).concat('\n'),
    )
  return { code, payload }
}

/** Reports a certificate without a key: nothing that it states can be believed. */
function unchecked(text: string, io: Io): Verified {
  const problem = problemOfForm(text)
  if (problem !== undefined) return { code: tell([{ name: 'signature', problem }], io) }
  io.out('----  signature: not checked, since --key does not name the public key of the signer\n')
  return { code: 3 }
}

function tell(checks: readonly Check[], io: Io): 0 | 1 {
  for (const { name, problem } of checks)
    io.out(problem === undefined ? `ok    ${name}\n` : `FAIL  ${printable(`${name}: ${problem}`)}\n`)
  const wrong = checks.filter(({ problem }) => problem !== undefined).map(({ name }) => name)
  if (wrong.length === 0) return 0
  io.out(printable(`not certified, because of ${wrong.join(', ')}`).concat('\n'))
  return 1
}

/** Checks that the printable page beside a certificate matches it: a page that differs has been changed. */
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
  const folders = checkFolders(payload, (name) => filesBelow(join(folder, basename(name))))
  try {
    return [...files, ...folders, ...checkRecord(payload, readRun(folder))]
  } catch (error) {
    if (!(error instanceof ConformanceError)) throw error
    return [...files, ...folders, { name: 'run', problem: error.message }]
  }
}
