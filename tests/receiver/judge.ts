import { makeReport, type Report, recorder } from '../../reporters/index.ts'
import { plan, run } from '../../runner/index.ts'
import { loadSpec } from '../../spec/index.ts'
import { receiverBounds, receiverContext, receiverSuite } from '../../suites/receiver/index.ts'
import type { ReceiverProfile } from '../../targets/profile/index.ts'
import { openReceiver } from '../../targets/receiver/index.ts'
import { type Behaviour, SECRETS, serveReceiver } from './fake.ts'

/** Judges the receiver of a profile in this process. */
export async function judgeReceiver(profile: ReceiverProfile, scenarios: readonly string[]): Promise<Report> {
  const spec = await loadSpec()
  const suite = receiverSuite(spec)
  const target = openReceiver(profile, {
    seed: 1,
    apiVersion: spec.version,
    answerMs: spec.delivery.deadline.failureMs,
    mostDeliveries: receiverBounds.deliveries,
    now: Date.now,
  })
  const collected = recorder()
  try {
    const events = run({
      suite: { name: 'quote-conformance', version: '0.0.0' },
      kind: 'receiver',
      plan: plan({
        side: 'receiver',
        rules: spec,
        suite,
        selection: { only: [], scenarios, allowWrites: false },
        target,
      }),
      target,
      spec,
      context: receiverContext,
      limits: { shared: 1, alone: 1 },
      seed: 1,
      now: Date.now,
      ready: () => target.ready(),
    })
    for await (const event of events) collected.add(event)
  } finally {
    await target.close()
  }
  const record = collected.record()
  if (record === undefined) throw new Error('the run told nothing')
  return makeReport(record)
}

export function receiverProfile(
  given: Pick<ReceiverProfile, 'url'> & Partial<ReceiverProfile>,
): ReceiverProfile {
  const { own, previous, revoked } = SECRETS
  return {
    name: 'fake',
    environment: 'sandbox',
    secrets: { own, previous, revoked },
    effectsMs: 500,
    folder: '.',
    ...given,
  }
}

/** Serves a receiver with something changed, judges it and takes it down. */
export async function judgeFake(
  changes: Partial<Behaviour>,
  scenarios: readonly string[],
  more: Partial<ReceiverProfile> = {},
): Promise<Report> {
  const fake = await serveReceiver(changes)
  try {
    return await judgeReceiver(receiverProfile({ url: fake.url, effects: fake.effects, ...more }), scenarios)
  } finally {
    await fake.close()
  }
}

/** The ids of the requirements with a verdict. */
export const idsOf = ({ requirements }: Report, verdict: string): readonly string[] =>
  requirements.filter((one) => one.verdict === verdict).map(({ id }) => id)
