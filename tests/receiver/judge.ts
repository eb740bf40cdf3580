import { makeReport, type Report, type RunRecord } from '../../reporters/index.ts'
import { receiverSide } from '../../sides/receiver/side.ts'
import { programEnvironment, type ReceiverProfile } from '../../targets/profile/index.ts'
import { recordSide } from '../judge.ts'
import { type Behaviour, SECRETS, serveReceiver } from './fake.ts'

/** Judges the receiver of a profile in this process. */
export const judgeReceiver = async (...given: Parameters<typeof recordReceiver>): Promise<Report> =>
  makeReport(await recordReceiver(...given))

/** Judges the receiver of a profile in this process and returns the whole record. */
export const recordReceiver = (
  profile: ReceiverProfile,
  scenarios: readonly string[],
  version?: string,
): Promise<RunRecord> => recordSide(receiverSide, { profile, generation: {} }, scenarios, version)

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
