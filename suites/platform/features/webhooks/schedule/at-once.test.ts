import { expect, test } from 'vitest'
import { loadSpec } from '../../../../../spec/load.ts'
import { attemptAt } from '../../../vocabulary/attempts/testing.ts'
import { eachAtOnce } from './at-once.ts'

const spec = await loadSpec()

const EPOCH = Date.parse('2026-03-01T12:00:00.000Z')

const first = (ms: number, created: number) =>
  attemptAt(ms, {
    id: `/a#${created}`,
    body: JSON.stringify({ type: 'quote.created', timestamp: new Date(EPOCH + created).toISOString() }),
  })

const kindOf = (...firsts: readonly ReturnType<typeof first>[]) =>
  eachAtOnce({ firsts, slackMs: 2000, heldUpMs: 0 }, { spec, exchanges: [] }).kind

test('first attempts that follow their events are right, whatever lies between two clocks', () => {
  expect(kindOf(first(10, 0), first(7_200_040, 7_200_000))).toBe('passed')
  expect(kindOf(first(30_010, 0), first(7_230_040, 7_200_000))).toBe('passed')
})

test('one that comes later than another is late', () => {
  expect(kindOf(first(10, 0), first(7_206_000, 7_200_000))).toBe('failed')
})

test('nothing can be decided without a time', () => {
  expect(kindOf()).toBe('cannot-tell')
})
