import fc, { type Arbitrary } from 'fast-check'
import { caseAt } from '../../../generators/cases.ts'
import { makeReport } from '../../../reporters/index.ts'
import { judging } from '../../../sides/judging.ts'
import { receiverSide } from '../../../sides/receiver/side.ts'
import { loadSpec } from '../../../spec/index.ts'
import { recordedOn, TOOL } from '../../judge.ts'
import { receiverProfile } from '../../receiver/judge.ts'
import { type Handler, serve } from '../fake.ts'
import { type Fuzzed, faultsOf } from './fuzzed.ts'
import { mutations } from './mutation.ts'

const SCENARIOS = [
  'deliveries/*',
  'forgeries/signatures',
  'forgeries/parts',
  'repeats/one-after-the-other',
  'repeats/together',
  'observations/open',
]

/** Bytes instead of an HTTP answer. */
const noise: Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(
      fc.constantFrom('HTTP/1.1 200 OK', 'HTTP/1.0 204', 'HTTP/1.1 99 X', 'HTTP/2 200', 'HTTP/1.1 200'),
      fc.array(fc.string({ maxLength: 30 }), { maxLength: 5 }),
    )
    .map(([first, lines]) => Buffer.from(`${first}\r\n${lines.join('\r\n')}\r\n\r\n${lines.join('')}`)),
  fc
    .constantFrom(
      'content-length: -1',
      'transfer-encoding: chunked\r\n\r\nzz',
      'transfer-encoding: chunked\r\n\r\n5\r\nab',
      'content-length: 1e9',
    )
    .map((line) => Buffer.from(`HTTP/1.1 200 OK\r\n${line}\r\n\r\n`)),
)

/** Judges a receiver with randomly spoiled answers and effects. */
export async function fuzzedReceiver(seed: number): Promise<Fuzzed> {
  let asked = 0
  const kinds = new Map<string, number>()
  const handler: Handler = ({ method }, response) => {
    asked += 1
    const plain = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('["a"]') }
    // Enough answers are right for the run to go on.
    if (asked < 5 || (asked * 7919 + seed) % 100 >= 30) return void response.writeHead(200).end(plain.body)
    const kind = method === 'GET' ? 'effects' : 'receiver'
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if (asked % 3 === 0) return void response.socket?.end(caseAt(noise, seed, asked))
    const { status, headers, body } = caseAt(mutations, seed, asked)(plain)
    response.writeHead(status, headers).end(body)
  }
  const fake = await serve(handler)
  try {
    const opening = { seed, spec: await loadSpec(), now: Date.now }
    const profile = receiverProfile({
      url: `${fake.origin}/hooks`,
      effects: `${fake.origin}/effects`,
      effectsMs: 100,
    })
    const target = await receiverSide.open({ profile, generation: {} }, opening)
    const selection = { only: [], scenarios: SCENARIOS, allowWrites: false }
    const record = await recordedOn(
      target,
      judging(receiverSide, { target, selection, tool: TOOL, ...opening }),
    )
    makeReport(record)
    return { answers: kinds, faults: faultsOf(record) }
  } finally {
    await fake.close()
  }
}
