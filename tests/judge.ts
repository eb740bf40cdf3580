import type { RunEvent } from '../conformance/events.ts'
import { makeReport, type Report, type RunRecord, recorder } from '../reporters/index.ts'
import { plan, run } from '../runner/index.ts'
import { contractTables, loadSpec } from '../spec/index.ts'
import { platformContext, platformSuite } from '../suites/platform/index.ts'
import type { PlatformTarget } from '../targets/platform/index.ts'

interface JudgeOptions {
  readonly only?: readonly string[]
  readonly scenarios?: readonly string[]
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
  const spec = await loadSpec(options.directory === undefined ? {} : { directory: options.directory })
  const suite = platformSuite(spec)
  const selection = { only: options.only ?? [], scenarios: options.scenarios ?? [], allowWrites: false }
  const collected = recorder()
  try {
    const events = run({
      suite: { name: 'quote-conformance', version: '0.0.0' },
      kind: 'platform',
      plan: plan({ side: 'platform', rules: spec, suite, selection, target }),
      target,
      spec,
      contract: contractTables(spec),
      context: platformContext,
      seed: 1,
      now: Date.now,
    })
    for await (const event of events) {
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
