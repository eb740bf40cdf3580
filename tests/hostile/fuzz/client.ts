import { fileURLToPath } from 'node:url'
import { clientSide } from '../../../sides/client/side.ts'
import { judging } from '../../../sides/judging.ts'
import { loadSpec } from '../../../spec/index.ts'
import { clientProfile } from '../../client/judge.ts'
import { recordedOn, TOOL } from '../../judge.ts'
import { type Fuzzed, faultsOf } from './fuzzed.ts'

const script = fileURLToPath(new URL('hostile-client.ts', import.meta.url))
const REQUESTS = 40
const SCENARIOS = [
  'journeys/*',
  'outages/once-1',
  'tokens/*',
  'documents/*',
  'outcomes/*',
  'answers/*',
  'submissions/*',
  'credentials/*',
]

/** Judges a client that sends random requests and writes a random result. */
export async function fuzzedClient(seed: number): Promise<Fuzzed> {
  const opening = { seed, spec: await loadSpec(), now: Date.now }
  const command = [process.execPath, script, String(seed), String(REQUESTS)]
  const profile = clientProfile({ name: 'fuzzed', command, timeoutMs: 20_000 })
  const target = await clientSide.open({ profile, generation: {} }, opening)
  const selection = { only: [], scenarios: SCENARIOS, allowWrites: false }
  const record = await recordedOn(target, judging(clientSide, { target, selection, tool: TOOL, ...opening }))
  const sent = record.scenarios.length * REQUESTS
  return { answers: new Map([['client', sent]]), faults: faultsOf(record) }
}
