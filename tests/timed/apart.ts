import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { launcher } from '../cli/command.ts'
import { whole } from '../cli/whole.ts'
import { countTimed, type TimedCounts } from './count.ts'

/** Requirements about times, and none of them needs another scenario than those of deliveries, deadlines and tokens. */
const TIMED = [
  ...['retry-*', 'delivery-timestamp*', 'payload-timestamp*', 'answer-at-*', 'breaker-*', 'rotation-*'],
  ...['token-lives-3600-seconds', 'bind-answers-at-once', 'delivery-log-has-every-attempt'],
]

/** How long load lasts at most, in milliseconds. */
const LOAD_MS = 900_000

/** A platform in a process of its own, and what is run beside it. */
export interface Apart {
  readonly clock: 'virtual' | 'running' | 'exact'
  readonly mutants?: readonly string[]
  readonly variants?: readonly string[]
  /** Every core computes without end meanwhile. */
  readonly load?: boolean
  readonly only?: readonly string[]
  readonly seed?: number
}

/** Result of judging the times of such a platform. */
export interface Judged extends TimedCounts {
  readonly exit: number | null
  readonly seconds: number
}

/**
 * Judges the times of a sandbox that runs in another process, so that its clock does not wait for the suite.
 *
 * @throws Error where one of the two does not start or leaves no report
 */
export async function judgeApart(apart: Apart): Promise<Judged> {
  const { clock, mutants = [], variants = [], load = false, only = TIMED, seed = 7 } = apart
  const folder = mkdtempSync(join(tmpdir(), 'timed-'))
  const begun: ChildProcess[] = []
  const begin = (...words: readonly string[]) => {
    const child = spawn(process.execPath, words, { stdio: 'ignore' })
    begun.push(child)
    return child
  }
  try {
    const wrong = [
      ...mutants.flatMap((id) => ['--mutant', id]),
      ...variants.flatMap((id) => ['--variant', id]),
    ]
    const served = join(folder, 'sandbox')
    const platform = ['--clock', clock, '--port', '0', '--quiet', '--seed', String(seed), '--out', served]
    const sandbox = begin(launcher, 'sandbox', ...platform, ...wrong)
    while (!existsSync(join(served, 'profile.yaml'))) {
      if (sandbox.exitCode !== null) throw new Error(`the sandbox ended with ${sandbox.exitCode}`)
      await setTimeout(50)
    }
    const busy = `for (const end = Date.now() + ${LOAD_MS}; Date.now() < end; );`
    if (load) for (let core = 0; core < availableParallelism(); core += 1) begin('--eval', busy)
    const [out, started] = [join(folder, 'out'), performance.now()]
    const target = ['--target', join(served, 'profile.yaml'), '--out', out, '--seed', String(seed), '--quiet']
    const words = ['run', ...target, ...only.flatMap((pattern) => ['--only', pattern])]
    const { code: exit } = await whole(words, { ms: LOAD_MS })
    const seconds = Math.round((performance.now() - started) / 1000)
    return { exit, seconds, ...countTimed(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))) }
  } finally {
    for (const child of begun) child.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}
