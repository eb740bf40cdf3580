import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { printable, type Report, refusals, verdictWord } from '../../reporters/index.ts'
import { BY_HAND } from '../../sides/client/by-hand.ts'
import { demandedOf, loadCertification, loadSpec } from '../../spec/index.ts'
import type { Io } from '../io.ts'
import { packageFolder } from '../package-facts.ts'
import type { FoundProfile } from './profiles.ts'

/** The result of one of many certifications. */
export interface Certified {
  readonly name: string
  readonly profile: string
  readonly side?: string
  /** Exit code of its process. */
  readonly code: number
  /** Absent where there is no report. */
  readonly verdict?: Report['verdict']
  /** The reason of the verdict, in one line. */
  readonly reason: string
  readonly summary?: Report['summary']
  /** The verdict for people: how much of it was judged. */
  readonly word?: string
  /** Why it deserves no certificate, where one was asked for and it is conformant. */
  readonly noCertificate?: string
  /** True where it wrote a certificate. */
  readonly certified: boolean
}

interface Judging {
  readonly out: string
  /** Further words of its command line. */
  readonly words: readonly string[]
  /** True where certificates were asked for. */
  readonly signs: boolean
  readonly io: Io
}

/** The largest output that one process may print. */
const MOST_BYTES = 2 ** 24

/**
 * Judges one profile in its own process, so that profiles cannot disturb each other.
 *
 * @param out folder of its reports
 * @param words further words of its command line
 */
export async function judgeProfile(
  { name, file, side, problem }: FoundProfile,
  { out, words, io, signs }: Judging,
): Promise<Certified> {
  const reported = { name, profile: file, ...(side && { side: side.name }) }
  if (side === undefined) return { ...reported, code: 2, reason: problem ?? '', certified: false }
  const line = [...side.command, '--target', file, '--out', out, '--quiet', ...words]
  const { code, err } = await ended(line, {
    io,
    reported: (text) => io.out(`${printable(`${name}: ${text}`)}\n`),
  })
  const report = reportIn(out)
  const certified = existsSync(join(out, 'certificate.json'))
  const refused = signs && !certified && code === 0 && report ? await refusalsOf(report) : []
  return {
    ...reported,
    code,
    ...(report && { verdict: report.verdict, word: verdictWord(report), summary: report.summary }),
    ...(refused.length > 0 && { noCertificate: refused.join('; ') }),
    reason: report?.reason ?? (err.trim().split('\n').at(-1) || `its process ended with ${code}`),
    certified,
  }
}

/** The reasons for which a run deserves no certificate. */
async function refusalsOf(report: Report): Promise<readonly string[]> {
  const spec = await loadSpec({ version: report.target.apiVersion })
  const profile = (await loadCertification())[report.kind]
  return refusals(report, demandedOf(spec, report.kind, profile), profile.mayLack)
}

/** @param reported prints the lines for people who must act: a page where they drive a client */
function ended(
  words: readonly string[],
  { io, reported }: { readonly io: Io; reported(text: string): void },
): Promise<{ readonly code: number; readonly err: string }> {
  const launcher = join(packageFolder(), 'cli/quote-conformance.js')
  // The job page gets one summary for all, not one for each profile.
  const env = { ...io.env, GITHUB_STEP_SUMMARY: '' }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [launcher, ...words],
      { env, maxBuffer: MOST_BYTES },
      (_, __, err) => {
        signal.removeEventListener('abort', end)
        resolve({ code: child.exitCode ?? 3, err })
      },
    )
    const lines = child.stdout && createInterface(child.stdout)
    lines?.on('line', (text) => text.startsWith(BY_HAND) && reported(text))
    const signal = io.interruption()
    const end = () => child.kill('SIGTERM')
    signal.addEventListener('abort', end)
  })
}

function reportIn(folder: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
  } catch {
    return undefined
  }
}
