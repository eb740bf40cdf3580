import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CheckResult, RunEnd, RunEvent } from '../../conformance/events.ts'
import { combine, type Outcome } from '../../conformance/outcome.ts'
import { embeddedTarget, type StartedPlatform } from '../../targets/platform/index.ts'
import { type EmbeddedOptions, startEmbedded } from '../../targets/sandbox/index.ts'
import { type Bench, runOn } from '../judge.ts'

export interface Judgement {
  readonly checks: readonly CheckResult[]
  readonly end: RunEnd
}

export interface Bringing {
  readonly options: EmbeddedOptions
  /** Changes to the profile. */
  readonly profile?: (profile: Record<string, unknown>) => Record<string, unknown>
  /** Scenarios to drive; empty: all of them. */
  readonly scenarios: readonly string[]
  /** Number of cases for each property; default: that of an embedded sandbox. */
  readonly runs?: number
  /** How many scenarios with a sandbox of their own run at once; default: as many as in any run. */
  readonly exclusive?: number
}

/** Judges an embedded platform of a kind with the ordinary runner, like a run from the command line. */
export async function judgeSandbox(bench: Bench, bringing: Bringing): Promise<Judgement> {
  const checks: CheckResult[] = []
  let end: RunEnd = { how: 'interrupted', why: 'the run reported no end', cause: 'suite' }
  await runOnSandbox(bench, bringing, (event) => {
    if (event.type === 'scenario-finished') checks.push(...event.checks)
    if (event.type === 'run-finished') end = event.end
  })
  return { checks, end }
}

/** Judges an embedded platform of a kind and calls back with each event of the run, until one is `enough`. */
export async function runOnSandbox(
  bench: Bench,
  bringing: Bringing,
  onEvent: (event: RunEvent) => unknown,
): Promise<void> {
  const folder = bringing.options.https === true ? await mkdtemp(join(tmpdir(), 'proof-')) : undefined
  try {
    const target = await embeddedTarget(() => start(bringing, folder), {
      seed: 1,
      apiVersion: bench.spec.version,
      // Nobody reads the findings.
      shrinks: false,
      ...(bringing.runs === undefined ? {} : { runs: bringing.runs }),
    })
    try {
      const { scenarios, exclusive } = bringing
      for await (const event of runOn(bench, target, {
        scenarios,
        ...(exclusive !== undefined && { exclusive }),
      }))
        if (onEvent(event) === 'enough') break
    } finally {
      await target.close()
    }
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true })
  }
}

async function start(
  { options, profile = (same) => same }: Bringing,
  folder?: string,
): Promise<StartedPlatform> {
  const sandbox = await startEmbedded({ seed: 1, clock: 'virtual', ...options })
  const { worksInRealTime, close } = sandbox
  if (folder === undefined) return { profile: () => profile(sandbox.profile()), worksInRealTime, close }
  // Several may start at once, so each has a file of its own.
  const ca = join(folder, `${new URL(sandbox.controlUrl).port}.pem`)
  await writeFile(ca, sandbox.caPem ?? '')
  return { profile: () => ({ ...profile(sandbox.profile()), tls: { ca } }), worksInRealTime, close }
}

/** Returns the outcome of each requirement that has a check. */
export function outcomesOf({ checks }: Judgement): ReadonlyMap<string, Outcome> {
  const byRequirement = Map.groupBy(checks, ({ requirement }) => requirement)
  return new Map([...byRequirement].map(([id, own]) => [id, combine(own.map(({ outcome }) => outcome))]))
}
