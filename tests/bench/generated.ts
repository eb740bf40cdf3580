import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openPlatform } from '../../targets/platform/index.ts'
import { profileFrom } from '../../targets/profile/index.ts'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { openBench, runOn } from '../judge.ts'
import { serve, stop } from './children.ts'
import { middle, row } from './print.ts'
import { recorded, replay } from './replay.ts'
import type { ServerReady } from './server.ts'

// Compares generated cases with a bare loop of undici that sends the same requests to the same sandbox. It also measures the
// memory that a short and a long series keep. It is part of `npm run bench`.
const CASES = 1000
const SERIES = [1000, 5000, 20_000]
/** Just-in-time compilation makes the first ten thousand cases slower. */
const WARM_UPS = 10
const ROUNDS = 7
const SUBMISSIONS = 'generated/invalid-submissions'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const bench = await openBench()

/** Judges this many cases of a scenario, as a run does. Returns seconds. */
async function judged(sandbox: ServerReady, scenario: string, cases: number): Promise<number> {
  const target = await openPlatform(profileFrom(sandbox.profile ?? {}), {
    embedded: true,
    seed: 1,
    apiVersion: bench.spec.version,
    runs: cases,
  })
  const started = performance.now()
  for await (const event of runOn(bench, target, { scenarios: [scenario] }))
    if (event.type === 'run-finished' && event.end.how !== 'completed') throw new Error(event.end.why)
  const seconds = (performance.now() - started) / 1000
  await target.close()
  return seconds
}

const heapMiB = (): number => {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Both alternate, so that other load on the machine affects both alike. */
async function compare(name: string, sandbox: ServerReady, scenario: string): Promise<void> {
  for (let round = 0; round < WARM_UPS; round++) await judged(sandbox, SUBMISSIONS, CASES)
  const recording = recorded(sandbox.url)
  await judged(sandbox, scenario, CASES)
  const sent = recording.end()
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(sent.length / (await judged(sandbox, scenario, CASES)))
    theirs.push(sent.length / (await replay(sandbox.url, sent)))
  }
  const [suiteRate, bareRate] = [middle(ours), middle(theirs)]
  row(name, suiteRate.toFixed(0), bareRate.toFixed(0), (suiteRate / bareRate).toFixed(2))
}

/**
 * Uses a sandbox in this process, as a run without a profile does. It is a new one, so that old quotes do not slow the next
 * measurement.
 */
async function compareEmbedded(name: string, scenario: string): Promise<void> {
  const sandbox = await startEmbedded({ clock: 'virtual' })
  await compare(name, { url: sandbox.baseUrl, profile: sandbox.profile() }, scenario)
  await sandbox.close()
}

const apart = await serve({ kind: 'sandbox' })
try {
  row('memory afterwards', 'heap', 'requests/s')
  for (const cases of SERIES) {
    const seconds = await judged(apart, SUBMISSIONS, cases)
    row(`${cases} cases`, `${heapMiB().toFixed(1)} MiB`, (cases / seconds).toFixed(0))
  }
  row(`requests/s, --runs ${CASES}`, 'suite', 'bare undici', 'ratio')
  await compare('invalid ones, apart', apart, SUBMISSIONS)
  await compareEmbedded('invalid ones, embedded', SUBMISSIONS)
  await compareEmbedded('all generated, embedded', 'generated')
} finally {
  stop()
}
