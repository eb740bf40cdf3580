import { receiverBounds, receiverContext, receiverSuite } from '../suites/receiver/index.ts'
import { loadReceiverProfile } from '../targets/profile/index.ts'
import { openReceiver } from '../targets/receiver/index.ts'
import type { RunCommandOptions } from './commands/run.ts'
import { usageError } from './failure.ts'
import type { Io } from './io.ts'
import { type PreparedRun, prepared } from './prepare-run.ts'
import { specOf } from './version.ts'

/**
 * Checks profile and selection of `certify receiver` before anything is sent or written.
 *
 * @throws ConformanceError USAGE, SELECTION_EMPTY, PROFILE_INVALID
 */
export async function prepareReceiverRun(
  options: RunCommandOptions & { readonly seed: number },
  io: Io,
): Promise<PreparedRun> {
  const { target, apiVersion } = options
  if (target === undefined) throw usageError('--target is missing: it should be the profile of a receiver')
  const profile = await loadReceiverProfile(target, io.env)
  const spec =
    apiVersion === undefined
      ? await specOf(profile.apiVersion, `api_version in ${target}:`)
      : await specOf(apiVersion, '--api-version')
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
      open: async (seed) =>
        openReceiver(profile, {
          seed,
          apiVersion: spec.version,
          answerMs: spec.delivery.deadline.failureMs,
          mostDeliveries: deliveries,
          now: io.now,
        }),
      ready: (receiver) => receiver.ready(),
    },
    options,
    io,
  )
}
