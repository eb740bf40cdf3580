import type { RunEvent } from '../conformance/events.ts'
import { makeReport, type Report, type RunRecord, recorder } from '../reporters/index.ts'
import { plan, run } from '../runner/index.ts'
import { loadSpec, type Spec } from '../spec/index.ts'
import { platformContext, platformSuite } from '../suites/platform/index.ts'
import type { PlatformTarget } from '../targets/platform/index.ts'

/** What judges: one specification and the suite that is made of it. */
export interface Bench {
  readonly spec: Spec
  readonly suite: ReturnType<typeof platformSuite>
}

/** @param directory another copy of `spec/` */
export async function openBench(directory?: string): Promise<Bench> {
  const spec = await loadSpec(directory === undefined ? {} : { directory })
  return { spec, suite: platformSuite(spec) }
}

interface Chosen {
  readonly only?: readonly string[]
  readonly scenarios?: readonly string[]
}

/** Judges an open target in this process, by the ordinary runner and as a run from the command line does. */
export function runOn(
  { spec, suite }: Bench,
  target: PlatformTarget,
  { only = [], scenarios = [] }: Chosen = {},
): AsyncIterable<RunEvent> {
  const selection = { only, scenarios, allowWrites: false }
  return run({
    suite: { name: 'quote-conformance', version: '0.0.0' },
    kind: 'platform',
    plan: plan({ side: 'platform', rules: spec, suite, selection, target }),
    target,
    spec,
    context: platformContext,
    seed: 1,
    now: Date.now,
  })
}

interface JudgeOptions extends Chosen {
  /** Another copy of `spec/` to judge by. */
  readonly directory?: string
  /** Sees every event of the run. */
  told?(event: RunEvent): void
}

/** Judges an open target in this process and closes it. */
export async function judge(target: PlatformTarget, options: JudgeOptions = {}): Promise<Report> {
  return makeReport(await recordOf(target, options))
}

/** Judges an open target in this process, closes it and returns all that was recorded. */
export async function recordOf(target: PlatformTarget, options: JudgeOptions = {}): Promise<RunRecord> {
  const bench = await openBench(options.directory)
  const collected = recorder()
  try {
    for await (const event of runOn(bench, target, options)) {
      collected.add(event)
      options.told?.(event)
    }
  } finally {
    await target.close()
  }
  const record = collected.record()
  if (record === undefined) throw new Error('the run told nothing')
  return record
}

/** The verdict on each requirement by its id. */
export function verdicts(report: Report): Readonly<Record<string, string>> {
  return Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict]))
}
