import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Behaviour, COMMANDS } from './behaviour.ts'
import { type Measured, measured } from './measure.ts'

/** The longest allowed time of a run in milliseconds, even on a busy machine. */
const BOUND_MS = 300_000
/** The largest allowed memory of a run and size of its output, in bytes. */
const MOST_MEMORY = 700 * 1024 * 1024
const MOST_OUTPUT = 50 * 1024 * 1024

interface ReadReport {
  readonly verdict: string
  readonly reason: string
  readonly end?: { readonly cause?: string }
  readonly requirements: readonly {
    readonly id: string
    readonly level: string
    readonly verdict: string
  }[]
}

/** A run on a hostile target, with all its problems. */
export interface Performed extends Measured {
  readonly lastLine: string
  /** Empty where the run did what it must. */
  readonly problems: readonly string[]
}

/** Prepares a hostile target, judges it in a process of its own and checks the result. */
export async function perform(side: keyof typeof COMMANDS, behaviour: Behaviour): Promise<Performed> {
  const folder = mkdtempSync(join(tmpdir(), 'worst-'))
  const prepared = await behaviour.prepare(folder)
  try {
    const { profile, words = [], env = {} } = prepared
    const [file, out] = [join(folder, 'profile.yaml'), join(folder, 'out')]
    writeFileSync(file, typeof profile === 'string' ? profile : JSON.stringify(profile))
    const run = await measured({
      words: [...COMMANDS[side], '--target', file, '--out', out, '--quiet', '--seed', '7', ...words],
      folder: out,
      env,
      killAfterMs: BOUND_MS + 10_000,
    })
    const lastLine = `${run.out}\n${run.err}`.trim().split('\n').at(-1) ?? ''
    return { ...run, lastLine, problems: problemsOf(behaviour, run, reportIn(out)) }
  } finally {
    await prepared.close?.()
    rmSync(folder, { recursive: true, force: true })
  }
}

function reportIn(out: string): ReadReport | undefined {
  const file = join(out, 'report.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ReadReport) : undefined
}

function problemsOf(
  { codes, right, fails = [] }: Behaviour,
  { code, ms, peak, size, out, err }: Measured,
  report: ReadReport | undefined,
): readonly string[] {
  const failed = (report?.requirements ?? []).filter(
    (one) => one.level === 'must' && one.verdict === 'failed',
  )
  const ids = failed.map(({ id }) => id)
  const missed = fails.filter((id) => !ids.includes(id))
  const said = [
    [!codes.includes(code ?? -1), `exit code ${code}, not ${codes.join(' or ')}`],
    [ms > BOUND_MS, `more than ${BOUND_MS / 1000} s`],
    [peak > MOST_MEMORY, 'too much memory'],
    [size > MOST_OUTPUT, 'too much output'],
    [report === undefined && code !== 2, 'no report'],
    [report?.end?.cause === 'suite', `the suite is to blame: ${report?.reason}`],
    [/the suite itself failed/.test(JSON.stringify(report ?? '')), 'a claim or a scenario threw'],
    [/^\s+at .+:\d+:\d+\)?$/m.test(out + err), 'a stack trace'],
    [code !== 2 && err !== '', `on stderr: ${err.slice(0, 200)}`],
    [right === true && ids.length > 0, `failed: ${ids.slice(0, 5).join(', ')}`],
    [missed.length > 0, `not failed: ${missed.join(', ')}`],
  ] as const
  return said.flatMap(([is, what]) => (is ? [what] : []))
}
