import { usageError } from '../../conformance/errors.ts'
import type { ReceiverPorts } from '../../conformance/ports/receiver.ts'
import {
  type ReceiverContext,
  receiverBounds,
  receiverContext,
  receiverSuite,
} from '../../suites/receiver/index.ts'
import { canariesOf } from '../../targets/platform/index.ts'
import { loadReceiverProfile, type ReceiverProfile } from '../../targets/profile/index.ts'
import {
  openReceiver,
  type ReceiverTarget,
  receiverInventory,
  receiverPreflight,
} from '../../targets/receiver/index.ts'
import { type CaseOptions, type CaseSource, casesOf } from '../replay.ts'
import type { Described, SideOf } from '../side.ts'

interface DescribedReceiver extends Described, CaseSource {
  readonly profile: ReceiverProfile
}

export const receiverSide: SideOf<
  CaseOptions,
  DescribedReceiver,
  ReceiverPorts,
  ReceiverContext,
  ReceiverTarget
> = {
  name: 'receiver',
  suite: receiverSuite,
  context: receiverContext,
  async describe({ target, ...cases }, env) {
    if (target === undefined) throw usageError('--target is missing: it should be the profile of a receiver')
    const profile = await loadReceiverProfile(target, env)
    return {
      profile,
      ...casesOf(cases),
      ...(profile.apiVersion === undefined ? {} : { apiVersion: profile.apiVersion }),
    }
  },
  startsProgram: ({ profile }) => (profile.restart === undefined ? undefined : 'receiver.restart'),
  notice({ profile }) {
    const { deliveries, together, perSecond, seconds } = receiverBounds
    return (
      `sends at most ${deliveries} deliveries to ${new URL(profile.url).host}: one at a time, then ${together} at once, ` +
      `then ${perSecond} a second for ${seconds} s; five at most after the first unless that is answered with a 2xx`
    )
  },
  inventory: ({ profile }) => receiverInventory(profile),
  open: async ({ profile, generation }, { seed, spec, now }) =>
    openReceiver(profile, {
      ...generation,
      seed,
      apiVersion: spec.version,
      answerMs: spec.delivery.deadline.failureMs,
      mostDeliveries: receiverBounds.deliveries,
      now,
    }),
  canaries: (seed) => [canariesOf(seed).signingSecret],
  ready: (target) => target.ready(),
  remark: (target) => target.remark(),
  doctor: (target, { profile }) => receiverPreflight(profile, target),
}
