import { setTimeout } from 'node:timers/promises'
import type { PlannedRequirement, RunEvent } from '../conformance/events.ts'
import { checkSelection, type Obstacle, plan, run, type Selection } from '../runner/index.ts'
import { type Discovery, platformContext, platformSuite } from '../suites/platform/index.ts'
import { type PlatformTarget, preflight } from '../targets/platform/index.ts'
import type { RunCommandOptions } from './commands/run.ts'
import { discoverOutcomes } from './discovery.ts'
import type { Io } from './io.ts'
import { describeTarget } from './open-target.ts'
import { readReplay } from './replay.ts'

const closeMs = 5000

export interface PreparedRun {
  /** Finds out, before the run, how the target is brought to outcomes that its profile has no recipe for. */
  discover(signal: AbortSignal): Promise<Discovery>
  /** Opens the target, judges it and closes it again. */
  start(signal: AbortSignal): AsyncIterable<RunEvent>
}

/**
 * Checks everything that a command line can be wrong about before anything is sent or written.
 *
 * @throws ConformanceError USAGE, SELECTION_EMPTY, PROFILE_INVALID
 */
export async function prepareRun(
  options: RunCommandOptions & { readonly seed: number },
  io: Io,
): Promise<PreparedRun> {
  const { spec, open } = await describeTarget(options, io)
  const replay = options.replay === undefined ? undefined : readReplay(options.replay)
  const driving = {
    ...(options.runs !== undefined && { runs: options.runs }),
    ...(options.rate !== undefined && { rate: options.rate }),
    ...(replay !== undefined && { replay }),
  }
  let discovered: Discovery['outcomes'] = {}
  const selection: Selection = {
    only: options.only,
    scenarios: replay === undefined ? options.scenario : [replay.scenario],
    allowWrites: options.allowWrites ?? false,
    ...(options.shard === undefined ? {} : { shard: options.shard }),
  }
  const suite = platformSuite(spec)
  checkSelection(selection, {
    requirements: spec.requirements.filter(({ side }) => side === 'platform'),
    scenarios: suite.scenarios,
  })
  return {
    async discover(signal) {
      const found = await discoverOutcomes({ open, spec, options, driving, signal })
      discovered = found.outcomes
      return found
    },
    async *start(signal) {
      const target = await open(options.seed, { ...driving, discovered })
      try {
        yield* run({
          suite: options.suite,
          kind: 'platform',
          plan: await withCatches(plan({ side: 'platform', rules: spec, suite, selection, target })),
          target,
          spec,
          context: platformContext,
          seed: options.seed,
          now: io.now,
          signal,
          ready: () => obstacleOf(target),
        })
      } finally {
        // A connection that hangs must not keep a finished run from its report.
        await Promise.race([target.close(), setTimeout(closeMs, undefined, { ref: false })])
      }
    },
  }
}

/** Says of each requirement what it is known to catch. Loaded late: a run needs it for its report and not to begin. */
async function withCatches<P extends { readonly requirements: readonly PlannedRequirement[] }>(
  planned: P,
): Promise<P> {
  const { catchesOf } = await import('../targets/sandbox/mutants/index.ts')
  const requirements = planned.requirements.map((one) => {
    const catches = catchesOf(one.id)
    return catches.length === 0 ? one : { ...one, catches }
  })
  return { ...planned, requirements }
}

async function obstacleOf(target: PlatformTarget): Promise<Obstacle | undefined> {
  const failed = (await preflight(target)).find(({ ok }) => !ok)
  // What is wrong with the target itself is for the claims to say.
  if (failed === undefined || failed.lies === undefined || failed.lies === 'target') return undefined
  return { why: `${failed.name}: ${failed.message}`, lies: failed.lies }
}
