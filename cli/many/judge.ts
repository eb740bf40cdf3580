import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../reporters/index.ts'
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
  /** True where it wrote a certificate. */
  readonly certified: boolean
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
  { out, words, io }: { readonly out: string; readonly words: readonly string[]; readonly io: Io },
): Promise<Certified> {
  const told = { name, profile: file, ...(side && { side: side.name }) }
  if (side === undefined) return { ...told, code: 2, reason: problem ?? '', certified: false }
  const line = [...side.command, '--target', file, '--out', out, '--quiet', ...words]
  const { code, err } = await ended(line, io)
  const report = reportIn(out)
  return {
    ...told,
    code,
    ...(report && { verdict: report.verdict, summary: report.summary }),
    reason: report?.reason ?? (err.trim().split('\n').at(-1) || `its process ended with ${code}`),
    certified: existsSync(join(out, 'certificate.json')),
  }
}

function ended(words: readonly string[], io: Io): Promise<{ readonly code: number; readonly err: string }> {
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
    const signal = io.interruption()
    const end = () => child.kill('SIGTERM')
    signal.addEventListener('abort', end)
  })
}

function reportIn(folder: string): Pick<Report, 'verdict' | 'reason' | 'summary'> | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
  } catch {
    return undefined
  }
}
