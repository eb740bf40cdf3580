import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Pool } from 'undici'
import { caseAt } from '../../generators/cases.ts'
import { broken, brokenBody, brokenRules } from '../../generators/invalid.ts'
import { mergePatch } from '../../generators/merge-patch.ts'
import { nearVariation } from '../../generators/near.ts'
import type { Submission } from '../../generators/submission.ts'
import { openPlatform } from '../../targets/platform/index.ts'
import { profileFrom } from '../../targets/profile/index.ts'
import { startSandbox } from '../../targets/sandbox/index.ts'
import { openBench, runOn } from '../judge.ts'
import { accessTo, serve, stop } from './children.ts'
import type { ServerReady } from './server.ts'

// Measures generated cases beside a bare loop of undici that sends as many bodies of the same kind to the same sandbox, and what
// memory a short and a long series leave behind: part of `npm run bench`.
const CASES = 1000
const SERIES = [1000, 5000, 20_000]
const ROUNDS = 5
const AT_ONCE = 8
const SCENARIO = 'generated/invalid-submissions'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const bench = await openBench()
const { spec } = bench

/** A sandbox in a process of its own, and one in this process, as a run without a profile has it. */
const apart = await serve({ kind: 'sandbox' })
const embedded = await startSandbox({ clock: 'virtual' })
const inside: ServerReady = { url: embedded.baseUrl, profile: embedded.profile() }
const base = apart.submission as Submission

/** Judges so many cases as a run does. Returns requests a second. */
async function judged(sandbox: ServerReady, cases: number): Promise<number> {
  const target = await openPlatform(profileFrom(sandbox.profile ?? {}), {
    embedded: true,
    seed: 1,
    apiVersion: spec.version,
    runs: cases,
  })
  const started = performance.now()
  for await (const event of runOn(bench, target, { scenarios: [SCENARIO] }))
    if (event.type === 'run-finished' && event.end.how !== 'completed') throw new Error(event.end.why)
  const rate = (cases * 1000) / (performance.now() - started)
  await target.close()
  return rate
}

/** Sends bodies of the same kind, made beforehand, and reads the answers. Returns requests a second. */
async function bare(sandbox: ServerReady, bodies: readonly string[]): Promise<number> {
  const { headers } = await accessTo(sandbox)
  const { origin, pathname } = new URL(sandbox.url)
  const pool = new Pool(origin, { connections: AT_ONCE })
  const waiting = bodies.values()
  const started = performance.now()
  const work = async () => {
    for (const body of waiting) {
      const answer = await pool.request({ path: `${pathname}/submit`, method: 'POST', headers, body })
      if (answer.statusCode !== 400) throw new Error(`${answer.statusCode} to an invalid submission`)
      await answer.body.text()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const rate = (bodies.length * 1000) / (performance.now() - started)
  await pool.close()
  return rate
}

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

const heapMiB = (): number => {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const line = (...cells: readonly string[]) =>
  process.stdout.write(
    `${cells.map((cell, index) => (index === 0 ? cell.padEnd(26) : cell.padStart(12))).join('')}\n`,
  )

/** Both in turn, so that what else the machine does falls on both alike. */
async function compare(name: string, sandbox: ServerReady, bodies: readonly string[]): Promise<void> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const [one, other] = [await judged(sandbox, CASES), await bare(sandbox, bodies)]
    // The first round only warms up.
    if (round === 0) continue
    ours.push(one)
    theirs.push(other)
  }
  const [suiteRate, bareRate] = [middle(ours), middle(theirs)]
  line(name, suiteRate.toFixed(0), bareRate.toFixed(0), (suiteRate / bareRate).toFixed(2))
}

try {
  const rules = brokenBody(brokenRules(spec, 'Submission'), nearVariation(base))
  const bodies = Array.from({ length: CASES }, (_, number) => {
    const { patch, breaks } = caseAt(rules, 1, number)
    return JSON.stringify(broken(mergePatch(base, patch) as Submission, breaks))
  })
  line(`requests/s, ${CASES} cases`, 'suite', 'bare undici', 'ratio')
  await compare('sandbox embedded', inside, bodies)
  await compare('sandbox apart', apart, bodies)
  line('memory afterwards', 'heap', 'requests/s')
  for (const cases of SERIES) {
    const rate = await judged(apart, cases)
    line(`${cases} cases`, `${heapMiB().toFixed(1)} MiB`, rate.toFixed(0))
  }
} finally {
  stop()
  await embedded.close()
}
