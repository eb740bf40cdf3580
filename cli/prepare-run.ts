import { setTimeout } from 'node:timers/promises'
import type { Obstacle, PlannedRequirement, RunEvent } from '../conformance/events.ts'
import type { Target } from '../conformance/ports/target.ts'
import type { Side } from '../conformance/requirement.ts'
import type { Suite } from '../conformance/scenario.ts'
import { count } from '../reporters/index.ts'
import { checkSelection, cleanedEvent, plan, type RunOptions, run, type Selection } from '../runner/index.ts'
import type { Spec } from '../spec/index.ts'
import { type Discovery, platformContext, platformSuite } from '../suites/platform/index.ts'
import { canariesOf, type PlatformTarget, preflight } from '../targets/platform/index.ts'
import type { RunCommandOptions } from './commands/run.ts'
import { discoverOutcomes } from './discovery.ts'
import type { Io } from './io.ts'
import { describeTarget } from './open-target.ts'
import { readReplay } from './replay.ts'

const closeMs = 5000

export interface PreparedRun {
  /** Credentials of no use that the run sends out and that must be found in nothing that it writes; none where none are sent. */
  readonly canaries: readonly string[]
  /** What whoever waits is told before anything is sent. */
  readonly notice?: string
  /** Finds out, before the run, how the target is brought to outcomes that its profile has no recipe for. */
  discover?(signal: AbortSignal): Promise<Discovery>
  /** An event as it would be shown now that all secrets of the run are known; the same one where nothing of it changes. */
  cleaned(event: RunEvent): RunEvent
  /** What is worth saying of how the run went; asked when it is over. */
  remark(): string | undefined
  /** Opens the target, judges it and closes it again. */
  start(signal: AbortSignal): AsyncIterable<RunEvent>
}

type Options = RunCommandOptions & { readonly seed: number }

/** One side of the contract: what judges it, and how a target of its kind is opened. */
export interface Judging<P, C, T extends Target<P>> {
  readonly side: Side
  readonly spec: Spec
  readonly suite: Suite<C, Spec>
  readonly limits?: RunOptions<P, C, Spec>['limits']
  readonly notice?: string
  context(ports: P, spec: Spec): C
  open(seed: number): Promise<T>
  /** Looks whether the target can be judged at all. */
  ready(target: T): Promise<Obstacle | undefined>
  /** Credentials of no use that it sends out by a seed. */
  canaries?(seed: number): readonly string[]
  /** What is worth saying of how its run went. */
  remark?(target: T): string | undefined
  /** What a requirement is known to catch, in a sentence each. */
  catches?(): Promise<(requirement: string) => readonly string[]>
}

/**
 * Checks everything that a command line can be wrong about before anything is sent or written.
 *
 * @throws ConformanceError USAGE, SELECTION_EMPTY, PROFILE_INVALID
 */
export async function prepareRun(options: Options, io: Io): Promise<PreparedRun> {
  const { spec, open, notice } = await describeTarget(options, io)
  const replay = options.replay === undefined ? undefined : readReplay(options.replay)
  const driving = {
    ...(options.runs !== undefined && { runs: options.runs }),
    ...(options.rate !== undefined && { rate: options.rate }),
    ...(replay !== undefined && { replay }),
  }
  let discovered: Discovery['outcomes'] = {}
  const run = prepared(
    {
      side: 'platform',
      spec,
      suite: platformSuite(spec),
      ...(notice !== undefined && { notice }),
      context: platformContext,
      open: (seed) => open(seed, { ...driving, discovered }),
      ready: obstacleOf,
      canaries: (seed) => Object.values(canariesOf(seed)),
      remark: (target) => remarkOf(target.putOff()),
      // Loaded late: a run needs it for its report and not to begin.
      catches: async () => (await import('../targets/sandbox/mutants/index.ts')).catchesOf,
    },
    replay === undefined ? options : { ...options, scenario: [replay.scenario] },
    io,
  )
  return {
    ...run,
    async discover(signal) {
      const found = await discoverOutcomes({ open, spec, options, driving, signal })
      discovered = found.outcomes
      return found
    },
  }
}

/**
 * Plans nothing yet, but refuses a selection that selects nothing.
 *
 * @throws ConformanceError SELECTION_EMPTY
 */
export function prepared<P, C, T extends Target<P> & { lost(): string | undefined }>(
  { side, spec, suite, limits, notice, context, open, ready, canaries, remark, catches }: Judging<P, C, T>,
  options: Options,
  io: Io,
): PreparedRun {
  const selection: Selection = {
    only: options.only,
    scenarios: options.scenario,
    allowWrites: options.allowWrites ?? false,
    ...(options.shard === undefined ? {} : { shard: options.shard }),
  }
  checkSelection(selection, {
    requirements: spec.requirements.filter((requirement) => requirement.side === side),
    scenarios: suite.scenarios,
  })
  let opened: T | undefined
  return {
    cleaned: (event) => (opened === undefined ? event : cleanedEvent(event, opened)),
    remark: () => (opened === undefined ? undefined : remark?.(opened)),
    canaries: canaries?.(options.seed) ?? [],
    ...(notice === undefined ? {} : { notice }),
    async *start(signal) {
      const target = await open(options.seed)
      opened = target
      try {
        yield* run({
          suite: options.suite,
          kind: side,
          plan: withCatches(plan({ side, rules: spec, suite, selection, target }), await catches?.()),
          target,
          spec,
          context,
          seed: options.seed,
          now: io.now,
          signal,
          ...(limits === undefined ? {} : { limits }),
          ready: () => ready(target),
        })
      } finally {
        // A connection that hangs must not keep a finished run from its report.
        await Promise.race([target.close(), setTimeout(closeMs, undefined, { ref: false })])
      }
    },
  }
}

function remarkOf(putOff: ReturnType<PlatformTarget['putOff']>): string | undefined {
  if (putOff === undefined) return undefined
  const { requests, perSecond } = putOff
  const rate = perSecond === undefined ? '' : `, and ${perSecond} a second went out at most in the end`
  return `${count(requests, 'request')} put off by the target (429 or 503) came again${rate}`
}

/** Says of each requirement what it is known to catch. */
function withCatches<P extends { readonly requirements: readonly PlannedRequirement[] }>(
  planned: P,
  catchesOf: (requirement: string) => readonly string[] = () => [],
): P {
  const requirements = planned.requirements.map((one) => {
    const catches = catchesOf(one.id)
    return catches.length === 0 ? one : { ...one, catches }
  })
  return { ...planned, requirements }
}

async function obstacleOf(target: PlatformTarget): Promise<Obstacle | undefined> {
  const failed = (await preflight(target)).find(({ ok }) => !ok)
  // What is wrong with the target itself is for the claims to say.
  if (failed === undefined || failed.cause === undefined || failed.cause === 'target') return undefined
  return { why: `${failed.name}: ${failed.message}`, cause: failed.cause }
}
