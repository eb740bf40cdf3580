import { fileURLToPath } from 'node:url'
import { JOURNEY_STEPS } from '../../conformance/ports/client.ts'
import { makeReport, type Report, type RunRecord } from '../../reporters/index.ts'
import { clientSide } from '../../sides/client/side.ts'
import { type ClientProfile, programEnvironment } from '../../targets/profile/index.ts'
import { recordSide } from '../judge.ts'
import { defects } from './defects/index.ts'

export function clientProfile(given: Partial<ClientProfile>): ClientProfile {
  return {
    name: 'fake',
    environment: 'sandbox',
    timeoutMs: 60_000,
    journey: JOURNEY_STEPS,
    listen: '127.0.0.1:0',
    folder: '.',
    programEnv: programEnvironment(process.env),
    secrets: [],
    ...given,
  }
}

/** Judges the client of a profile in this process. */
export const judgeClient = async (...given: Parameters<typeof recordClient>): Promise<Report> =>
  makeReport(await recordClient(...given))

/** Judges the client of a profile in this process and returns the whole record. */
const recordClient = (
  profile: ClientProfile,
  scenarios: readonly string[],
  version?: string,
): Promise<RunRecord> => recordSide(clientSide, { profile, generation: {} }, scenarios, version)

const script = fileURLToPath(new URL('run.ts', import.meta.url))

/** The command of the fake client with a defect or with a legal difference, by its description. */
export function fakeCommand(name: string): readonly [string, ...string[]] {
  const change = defects[name]?.change
  return [process.execPath, script, name, ...(change === undefined ? [] : [JSON.stringify(change)])]
}

/** Judges the fake client with one change. */
export const judgeFake = async (name: string, scenarios: readonly string[]): Promise<Report> =>
  makeReport(await recordFake(name, scenarios))

/** Judges the fake client with one change and returns the whole record. */
export const recordFake = (name: string, scenarios: readonly string[]): Promise<RunRecord> =>
  recordClient(clientProfile({ name, command: fakeCommand(name) }), scenarios)
