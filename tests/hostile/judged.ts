import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Finished, start } from '../cli/command.ts'
import { whole } from '../cli/whole.ts'
import { CLIENT_ID, TOKEN_PATH } from './fake.ts'
import { SECRETS } from './secrets.ts'

export interface ReportedRequirement {
  readonly id: string
  readonly level: string
  readonly verdict: string
  readonly reason: string
}

interface ReadReport {
  readonly verdict: string
  readonly reason: string
  readonly end?: { readonly how: string; readonly cause?: string }
  readonly summary: Readonly<Record<string, number>>
  readonly requirements: readonly ReportedRequirement[]
}

/** A run that has ended, with all its output. */
export interface Judged {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly ms: number
  readonly report: ReadReport
  /** The text of every file and both streams, one after another. */
  readonly everything: string
}

/** A profile for a fake at an origin. It waits long for answers, since a fake that answers at once is slow on a busy machine. */
export function profileOf(origin: string, more: object = {}): Record<string, unknown> {
  return {
    base_url: `${origin}/api`,
    auth_url: `${origin}${TOKEN_PATH}`,
    credentials: {
      client_id: CLIENT_ID,
      client_secret: SECRETS.clientSecret,
      integration_key: SECRETS.integrationKey,
    },
    timing: unhurried,
    ...more,
  }
}

export const unhurried = {
  answer: '15s',
  ...{ poll_interval: '20ms', rating: '100ms', proposal: '100ms', issue: '100ms' },
}

export interface JudgeOptions {
  readonly words?: readonly string[]
  /** Resolves when the run is to be interrupted. */
  readonly interruptAt?: Promise<unknown>
}

/** Judges the target of a profile. */
export async function judged(
  profile: object,
  { words: more = [], interruptAt }: JudgeOptions = {},
): Promise<Judged> {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  try {
    const file = join(folder, 'profile.json')
    const out = join(folder, 'out')
    writeFileSync(file, JSON.stringify(profile))
    const began = performance.now()
    const words = ['run', '--target', file, '--out', out, ...more]
    const { code, ...printed } = await (interruptAt === undefined
      ? whole(words)
      : interrupted(words, interruptAt))
    const ms = performance.now() - began
    if (!existsSync(out)) throw new Error(`the run left nothing: ${printed.out}${printed.err}`)
    const files = filesIn(out)
    return {
      ...{ code, ...printed, ms },
      report: JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as ReadReport,
      everything: [...files.map((name) => readFileSync(name, 'utf8')), printed.out, printed.err].join('\n'),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a command line in a process of its own, and interrupts it. */
function interrupted(words: readonly string[], at: Promise<unknown>): Promise<Finished> {
  const { process: child, finished } = start(...words)
  void at.then(() => child.kill('SIGINT'))
  return finished
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile())
}

/** The ids of the `must` requirements with the given verdict. */
export function mustsOf({ report }: Judged, verdict: string): readonly string[] {
  return report.requirements
    .filter((one) => one.level === 'must' && one.verdict === verdict)
    .map(({ id }) => id)
}
