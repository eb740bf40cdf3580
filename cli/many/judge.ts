import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { printable, type Report, refusals, verdictWord } from '../../reporters/index.ts'
import { BY_HAND } from '../../sides/client/by-hand.ts'
import { demandedOf, loadCertification, loadSpec } from '../../spec/index.ts'
import type { Io } from '../io.ts'
import { packageFolder } from '../package-facts.ts'
import { shownName } from './profiles.ts'
import { type SelectedProfile, selectionWords } from './selected.ts'

/** The result of one of many certifications. */
export interface Certified {
  readonly name: string
  /** The name that the profile gives the partner, where that is not the name of the file. */
  readonly title?: string
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
  /** The first cause of its failures, in one line. */
  readonly cause?: string
  /** Options that selected the part that was judged; absent for a whole run. */
  readonly selection?: readonly string[]
  /** Why it deserves no certificate, where it is conformant and one was asked for, or only a part was judged. */
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
  profile: SelectedProfile,
  { out, words, io, signs }: Judging,
): Promise<Certified> {
  const { name, title, file, side, problem } = profile
  const selection = selectionWords(profile)
  const reported = {
    ...{ name, profile: file, ...(title !== undefined && { title }) },
    ...(side && { side: side.name }),
    ...(selection.length > 0 && { selection }),
  }
  if (side === undefined) return { ...reported, code: 2, reason: problem ?? '', certified: false }
  const line = [...side.command, '--target', file, '--out', out, '--quiet', ...words, ...selection]
  const { code, err } = await ended(line, {
    io,
    reported: (text) => io.out(`${printable(`${shownName(profile)}: ${text}`)}\n`),
  })
  const report = reportIn(out)
  const certified = existsSync(join(out, 'certificate.json'))
  const mayRefuse = (signs || selection.length > 0) && !certified && code === 0
  const refused = mayRefuse && report ? await refusalsOf(report, selection) : []
  const cause = report && firstCause(report)
  return {
    ...reported,
    code,
    ...(report && { verdict: report.verdict, word: verdictWord(report), summary: report.summary }),
    ...(cause !== undefined && { cause }),
    ...(refused.length > 0 && { noCertificate: refused.join('; ') }),
    reason: report?.reason ?? (err.trim().split('\n').at(-1) || `its process ended with ${code}`),
    certified,
  }
}

/**
 * `certify all --dry-run`: says what would be driven of one profile. Sends nothing. Returns the exit code of its process.
 *
 * @param words further words of its command line
 */
export async function outlookOn(
  profile: SelectedProfile,
  { words, io }: Pick<Judging, 'words' | 'io'>,
): Promise<number> {
  const { side, file, problem } = profile
  if (side === undefined) {
    io.out(`${printable(`${shownName(profile)}: profile wrong: ${problem ?? ''}`)}\n`)
    return 2
  }
  const line = [
    ...side.command,
    '--target',
    file,
    '--dry-run',
    '--quiet',
    ...words,
    ...selectionWords(profile),
  ]
  const { code, out, err } = await ended(line, { io })
  io.out(`${printable(shownName(profile))}: ${(code === 0 ? out : printable(err)).trim()}\n\n`)
  return code
}

/** The first cause of failures, in one line; undefined where nothing failed. */
function firstCause({ causes = [] }: Report): string | undefined {
  const [first] = causes
  if (first === undefined || first.verdict !== 'failed') return undefined
  const [observed] = first.observed
  const seen = observed === undefined ? '' : `, observed ${observed}`
  return `${first.requirements[0]}: expected ${first.expected}${seen}`
}

/** The reasons for which a run deserves no certificate. For a part of the suite that is the only reason. */
async function refusalsOf(report: Report, selection: readonly string[]): Promise<readonly string[]> {
  if (selection.length > 0) return [`only a part was judged: ${selection.join(' ')}`]
  const spec = await loadSpec({ version: report.target.apiVersion })
  const profile = (await loadCertification())[report.kind]
  return refusals(report, demandedOf(spec, report.kind, profile), profile.mayLack)
}

/** @param reported prints the lines for people who must act: a page where they drive a client */
function ended(
  words: readonly string[],
  { io, reported }: { readonly io: Io; reported?(text: string): void },
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const launcher = join(packageFolder(), 'cli/quote-conformance.js')
  // The job page gets one summary for all, not one for each profile.
  const env = { ...io.env, GITHUB_STEP_SUMMARY: '' }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [launcher, ...words],
      { env, maxBuffer: MOST_BYTES },
      (_, out, err) => {
        signal.removeEventListener('abort', end)
        resolve({ code: child.exitCode ?? 3, out, err })
      },
    )
    const lines = child.stdout && createInterface(child.stdout)
    lines?.on('line', (text) => text.startsWith(BY_HAND) && reported?.(text))
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
