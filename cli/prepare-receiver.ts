import { receiverBounds, receiverContext, receiverSuite } from '../suites/receiver/index.ts'
import { canariesOf } from '../targets/platform/index.ts'
import type { RunCommandOptions } from './commands/run.ts'
import type { Io } from './io.ts'
import { describeReceiver } from './open-target.ts'
import { type PreparedRun, prepared } from './prepare-run.ts'
import { readReplay } from './replay.ts'

/**
 * Checks profile and selection of `certify receiver` before anything is sent or written.
 *
 * @throws ConformanceError USAGE, SELECTION_EMPTY, PROFILE_INVALID
 */
export async function prepareReceiverRun(
  options: RunCommandOptions & { readonly seed: number },
  io: Io,
): Promise<PreparedRun> {
  const { spec, profile, open } = await describeReceiver(options, io)
  const replay = options.replay === undefined ? undefined : readReplay(options.replay)
  const generation = {
    ...(options.runs !== undefined && { runs: options.runs }),
    ...(replay !== undefined && { replay }),
  }
  const { deliveries, together, perSecond, seconds } = receiverBounds
  return prepared(
    {
      side: 'receiver',
      spec,
      suite: receiverSuite(spec),
      context: receiverContext,
      // The specification promises one delivery at a time, so nothing else may be under way.
      limits: { shared: 1, alone: 1 },
      notice:
        `sends at most ${deliveries} deliveries to ${new URL(profile.url).host}: one at a time, then ${together} at once, ` +
        `then ${perSecond} a second for ${seconds} s; none after the first unless that is answered with a 2xx`,
      open: async (seed) => open(seed, generation),
      ready: (receiver) => receiver.ready(),
      canaries: (seed) => [canariesOf(seed).signingSecret],
    },
    replay === undefined ? options : { ...options, scenario: [replay.scenario] },
    io,
  )
}
