import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSpec } from '../../../spec/index.ts'
import { PLATFORM, passed } from '../testing/passed.ts'
import { Entries } from './entries.ts'
import { readTraffic, trafficWriter } from './traffic-file.ts'

const entries = new Entries(PLATFORM, (await loadSpec()).endpoints)

function exchangeOf(target: string, sinceMs: number) {
  const entry = entries.of(passed({ target, sinceMs }))
  if (entry.kind !== 'exchange') throw new Error('it is a delivery')
  return { type: 'exchange' as const, exchange: entry.exchange }
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'traffic-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'traffic.jsonl')
}

const START = { type: 'recording', ...PLATFORM, apiVersion: 'v1.14.2', whole: ['requests'] } as const

test('entries are read in the order in which they began, without a line that was cut off', () => {
  const file = newFile()
  const writer = trafficWriter(file)
  writer.add(START)
  writer.add(exchangeOf('/api/status/later', 9))
  writer.add(exchangeOf('/api/status/earlier', 3))
  writer.close()
  appendFileSync(file, '{"type":"exchange","exchange":{"id":"traffi')
  const { exchanges, whole, dropped } = readTraffic(file)
  expect(exchanges.map(({ quoteId }) => quoteId)).toEqual(['earlier', 'later'])
  expect({ whole, dropped }).toEqual({ whole: ['requests'], dropped: 0 })
})

test('nothing counts as whole where entries were dropped', () => {
  const file = newFile()
  const writer = trafficWriter(file)
  writer.add(START)
  writer.add({ type: 'dropped', entries: 3 })
  writer.close()
  expect(readTraffic(file)).toMatchObject({ whole: [], dropped: 3 })
})

test('a wrong line in the middle is refused with its number, and an older file is not replaced', () => {
  const file = newFile()
  const writer = trafficWriter(file)
  writer.add(START)
  writer.close()
  appendFileSync(file, 'no JSON\n{"type":"dropped","entries":1}\n')
  expect(() => readTraffic(file)).toThrow(/line 2 /)
  expect(() => trafficWriter(file)).toThrow(/EEXIST/)
})
