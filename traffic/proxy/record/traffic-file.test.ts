import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENTRY_KINDS } from '../../../conformance/ledger.ts'
import { testFolder } from '../../../conformance/testing.ts'
import { loadSpec } from '../../../spec/index.ts'
import { type RecordedLedger, readRecordings, wholeTraffic } from '../../recording/index.ts'
import { PLATFORM, passing } from '../testing/passed.ts'
import { Entries } from './entries.ts'
import { trafficWriter } from './traffic-file.ts'

const spec = await loadSpec()
const entries = new Entries(PLATFORM, spec.endpoints)

function exchangeOf(target: string, sinceMs: number) {
  const entry = entries.of(passing({ target, sinceMs }))
  if (entry.kind !== 'exchange') throw new Error('it is a delivery')
  return { type: 'exchange' as const, exchange: entry.exchange }
}

function newFile(): string {
  const folder = testFolder()
  return join(folder, 'traffic.jsonl')
}

const START = { type: 'recording', ...PLATFORM, apiVersion: 'v1.14.2', whole: ['requests'] } as const

test('entries are read in the order in which they began, without a line that was cut off', async () => {
  const file = newFile()
  const writer = trafficWriter(file)
  writer.add(START)
  writer.add(exchangeOf('/api/status/later', 9))
  writer.add(exchangeOf('/api/status/earlier', 3))
  writer.close()
  appendFileSync(file, '{"type":"exchange","exchange":{"id":"traffi')
  const { ledger, cutOff } = await wholeTraffic(file)
  const { exchanges, whole } = ledger
  expect(exchanges.map(({ quoteId }) => quoteId)).toEqual(['earlier', 'later'])
  expect({ whole, cutOff }).toEqual({ whole: [], cutOff: 'within an entry' })
})

test('a recording without its last line is cut off, and nothing of it is whole', async () => {
  const file = newFile()
  const writer = trafficWriter(file)
  writer.add(START)
  writer.add(exchangeOf('/api/status/1', 1))
  writer.flush()
  const read = async () => {
    const ledgers: RecordedLedger[] = []
    const facts = await readRecordings({ files: [file], spec }, (one) => ledgers.push(one))
    const { isCutOff, notes } = facts
    return { isCutOff, notes, whole: ledgers.map(({ ledger }) => ledger.whole) }
  }
  const note = `${file} has no end, since the proxy was killed or still runs: what is there is judged`
  expect(await read()).toEqual({ isCutOff: true, notes: [note], whole: [[]] })
  writer.close()
  expect(await read()).toEqual({ isCutOff: false, notes: [], whole: [['requests']] })
})

test('nothing counts as whole where entries were dropped', async () => {
  const file = newFile()
  const writer = trafficWriter(file)
  writer.add(START)
  writer.add({ type: 'dropped', entries: 3 })
  writer.close()
  const { ledger, leftOut } = await wholeTraffic(file)
  expect(ledger.whole).toEqual([])
  expect([...leftOut.values()]).toEqual([3])
})

test('a wrong line in the middle is refused with its number, and an older file is not replaced', async () => {
  const file = newFile()
  const writer = trafficWriter(file)
  writer.add(START)
  writer.close()
  appendFileSync(file, 'no JSON\n{"type":"dropped","entries":1}\n')
  await expect(wholeTraffic(file)).rejects.toThrow(/line 3 /)
  expect(() => trafficWriter(file)).toThrow(/EEXIST/)
})

test('no part of a long recording is whole, whatever the user says of it', async () => {
  const file = newFile()
  const writer = trafficWriter(file)
  writer.add(START)
  for (let at = 0; at < 9; at += 1) writer.add(exchangeOf('/api/status/1', at))
  writer.close()
  const read = async (mostKept: number) => {
    const ledgers: RecordedLedger[] = []
    const given = { files: [file], spec, whole: ENTRY_KINDS, mostKept }
    const { notes } = await readRecordings(given, (one) => ledgers.push(one))
    const whole = ledgers.flatMap(({ ledger, clients }) => [ledger, ...clients]).map((one) => one.whole)
    return { notes, parts: ledgers.length, whole: new Set(whole.flatMap((kinds) => kinds ?? [])) }
  }
  const { notes, parts, whole } = await read(2000)
  expect(parts).toBeGreaterThan(2)
  expect([...whole]).toEqual([])
  expect(notes).toEqual([`${file} is so long that it is judged in ${parts} parts`])
  expect(await read(1_000_000)).toEqual({ notes: [], parts: 1, whole: new Set(ENTRY_KINDS) })
})

test.each([
  '{"type":"exchange"}',
  '{"type":"exchange","exchange":{"id":"a","operation":"status","request":{"headers":[]}}}',
  '{"type":"arrival","arrival":{}}',
  '{"type":"dropped"}',
  '[]',
])('the line %s is refused with its number, also where it is the last', async (line) => {
  const file = newFile()
  const writer = trafficWriter(file)
  writer.add(START)
  writer.flush()
  appendFileSync(file, `${line}\n`)
  await expect(wholeTraffic(file)).rejects.toThrow(/line 2 of .* is no entry/)
})

test('a line of an unknown type is left out and counted, and one without an end is refused', async () => {
  const file = newFile()
  const writer = trafficWriter(file)
  writer.add(START)
  writer.flush()
  appendFileSync(file, '{"type":"of-a-later-version"}\n{"type":"ended"}\n')
  const { ledger, leftOut, cutOff } = await wholeTraffic(file)
  expect({ whole: ledger.whole, cutOff }).toEqual({ whole: [], cutOff: undefined })
  expect([...leftOut]).toEqual([['lines of an unknown type', 1]])
  const piece = 'x'.repeat(1024 * 1024)
  for (let at = 0; at < 34; at += 1) appendFileSync(file, piece)
  await expect(wholeTraffic(file)).rejects.toThrow(/line 4 of .* is longer than/)
})

test.each([
  [['requests'], 'own'],
  [ENTRY_KINDS, 'unknown'],
] as const)('where %s are whole, a token that nobody knows counts as %s', async (whole, token) => {
  const file = newFile()
  const writer = trafficWriter(file)
  writer.add({ ...START, whole })
  writer.add(exchangeOf('/api/status/1', 1))
  writer.close()
  const tokens: (string | undefined)[] = []
  await readRecordings({ files: [file], spec }, ({ clients }) => {
    for (const { exchanges } of clients)
      tokens.push(...exchanges.map(({ request }) => request.credentials?.token))
  })
  expect(tokens).toEqual([token])
})
