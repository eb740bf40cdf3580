import { setTimeout } from 'node:timers/promises'
import type { RunEvent } from '../conformance/events.ts'
import { checkSelection, type Obstacle, plan, run, type Selection } from '../runner/index.ts'
import { contractTables } from '../spec/index.ts'
import { platformContext, platformSuite } from '../suites/platform/index.ts'
import { canariesOf, type PlatformTarget, preflight } from '../targets/platform/index.ts'
import type { RunCommandOptions } from './commands/run.ts'
import type { Io } from './io.ts'
import { describeTarget } from './open-target.ts'

const closeMs = 5000

export interface PreparedRun {
  /** Credentials of no use that the run sends out and that must be found in nothing that it writes. */
  readonly canaries: readonly string[]
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
  const selection: Selection = {
    only: options.only,
    scenarios: options.scenario,
    allowWrites: options.allowWrites ?? false,
    ...(options.shard === undefined ? {} : { shard: options.shard }),
  }
  const suite = platformSuite(spec)
  checkSelection(selection, {
    requirements: spec.requirements.filter(({ side }) => side === 'platform'),
    scenarios: suite.scenarios,
  })
  return {
    canaries: Object.values(canariesOf(options.seed)),
    async *start(signal) {
      const target = await open(options.seed)
      try {
        yield* run({
          suite: options.suite,
          kind: 'platform',
          plan: plan({ side: 'platform', rules: spec, suite, selection, target }),
          target,
          spec,
          contract: contractTables(spec),
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

async function obstacleOf(target: PlatformTarget): Promise<Obstacle | undefined> {
  const failed = (await preflight(target)).find(({ ok }) => !ok)
  // What is wrong with the target itself is for the claims to say.
  if (failed === undefined || failed.lies === undefined || failed.lies === 'target') return undefined
  return { why: `${failed.name}: ${failed.message}`, lies: failed.lies }
}
