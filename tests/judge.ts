import type { RunEvent } from '../conformance/events.ts'
import { once } from '../conformance/once.ts'
import type { Target } from '../conformance/ports/target.ts'
import { makeReport, type Report, type RunRecord, recorder } from '../reporters/index.ts'
import { judging } from '../sides/judging.ts'
import { platformSide } from '../sides/platform/side.ts'
import type { Described, SideOf } from '../sides/side.ts'
import { type LoadOptions, loadSpec, type Spec } from '../spec/index.ts'
import type { PlatformTarget } from '../targets/platform/index.ts'

/** Name and version in the reports of tests. */
export const TOOL = { name: 'quote-conformance', version: '0.0.0' }

/** One specification and the suite that is made of it. */
export interface Bench {
  readonly spec: Spec
  readonly suite: ReturnType<typeof platformSide.suite>
}

/** The newest version and its suite, which nobody changes: making them takes longer than many a run. */
const newest = once(() => benchOf({}))

/** @param options another copy of `spec/`, or an older version */
export function openBench(options: LoadOptions = {}): Promise<Bench> {
  return Object.keys(options).length === 0 ? newest() : benchOf(options)
}

async function benchOf(options: LoadOptions): Promise<Bench> {
  const spec = await loadSpec(options)
  return { spec, suite: platformSide.suite(spec) }
}

interface Chosen {
  readonly only?: readonly string[]
  readonly scenarios?: readonly string[]
  /** How many scenarios with a target of their own run at once; default: as many as in any run. */
  readonly exclusive?: number
}

/** Judges an open target in this process, with the ordinary runner, like a run from the command line. */
export function runOn(
  { spec, suite }: Bench,
  target: PlatformTarget,
  { only = [], scenarios = [], exclusive }: Chosen = {},
): AsyncIterable<RunEvent> {
  const side = exclusive === undefined ? platformSide : { ...platformSide, limits: { exclusive } }
  return judging(side, {
    target,
    spec,
    suite,
    selection: { only, scenarios, allowWrites: false },
    tool: TOOL,
    seed: 1,
    now: Date.now,
    trusted: true,
  })
}

interface JudgeOptions extends Chosen {
  /** Another copy of `spec/` to judge by. */
  readonly directory?: string
  /** Called with every event of the run. */
  onEvent?(event: RunEvent): void
}

/** Judges an open target in this process and closes it. */
export async function judge(target: PlatformTarget, options: JudgeOptions = {}): Promise<Report> {
  return makeReport(await recordOf(target, options))
}

/** Judges an open target in this process, closes it and returns the whole record. */
export async function recordOf(target: PlatformTarget, options: JudgeOptions = {}): Promise<RunRecord> {
  return recordedOn(
    target,
    runOn(
      await openBench(options.directory === undefined ? {} : { directory: options.directory }),
      target,
      options,
    ),
    options.onEvent,
  )
}

/** Collects the events of a run and closes its target. */
export async function recordedOn(
  target: { close(): Promise<void> },
  events: AsyncIterable<RunEvent>,
  onEvent?: (event: RunEvent) => void,
): Promise<RunRecord> {
  const collected = recorder()
  try {
    for await (const event of events) {
      collected.add(event)
      onEvent?.(event)
    }
  } finally {
    await target.close()
  }
  const record = collected.record()
  if (record === undefined) throw new Error('the run reported nothing')
  return record
}

/** Judges the target of a description in this process and returns the whole record. */
export async function recordSide<O, D extends Described, P, C, T extends Target<P>>(
  side: SideOf<O, D, P, C, T>,
  described: D,
  scenarios: readonly string[],
  version?: string,
): Promise<RunRecord> {
  const spec = await loadSpec(version === undefined ? {} : { version })
  const opening = { seed: 1, spec, now: Date.now }
  const target = await side.open(described, opening)
  const selection = { only: [], scenarios, allowWrites: false }
  return recordedOn(target, judging(side, { target, selection, tool: TOOL, ...opening }))
}

/** The ids of the requirements with the given verdict. */
export const idsOf = ({ requirements }: Report, verdict: string): readonly string[] =>
  requirements.filter((one) => one.verdict === verdict).map(({ id }) => id)

/** The verdict on each requirement, by its id. */
export function verdicts(report: Report): Readonly<Record<string, string>> {
  return Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict]))
}
