import { makeReport, type Report, type RunRecord } from '../../reporters/index.ts'
import { judging } from '../../sides/judging.ts'
import { receiverSide } from '../../sides/receiver/side.ts'
import { loadSpec } from '../../spec/index.ts'
import { programEnvironment, type ReceiverProfile } from '../../targets/profile/index.ts'
import { recordedOn, TOOL } from '../judge.ts'
import { type Behaviour, SECRETS, serveReceiver } from './fake.ts'

/** Judges the receiver of a profile in this process. */
export const judgeReceiver = async (...given: Parameters<typeof recordReceiver>): Promise<Report> =>
  makeReport(await recordReceiver(...given))

/** Judges the receiver of a profile in this process and returns the whole record. */
export async function recordReceiver(
  profile: ReceiverProfile,
  scenarios: readonly string[],
  version?: string,
): Promise<RunRecord> {
  const spec = await loadSpec(version === undefined ? {} : { version })
  const opening = { seed: 1, spec, now: Date.now }
  const target = await receiverSide.open({ profile, generation: {} }, opening)
  const selection = { only: [], scenarios, allowWrites: false }
  const events = judging(receiverSide, { target, selection, tool: TOOL, ...opening })
  return recordedOn(target, events)
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
    programEnv: programEnvironment(process.env),
    ...given,
  }
}

/** Serves a receiver with a change, judges it and stops it. */
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

/** The ids of the requirements with the given verdict. */
export const idsOf = ({ requirements }: Report, verdict: string): readonly string[] =>
  requirements.filter((one) => one.verdict === verdict).map(({ id }) => id)
