import { expect, test } from 'vitest'
import { loadSpec } from '../../../../spec/load.ts'
import { attemptAt, judgeAll } from '../../vocabulary/attempts/testing.ts'
import { SILENCE } from '../../vocabulary/attempts/too-late.ts'
import { hangingReceiver } from './hanging-receiver.ts'

const spec = await loadSpec()
const slackMs = 2000

const silent = (ms: number, created = 0, ended = ms + 8000) =>
  attemptAt(ms, {
    id: `/a#${ms}-${created}`,
    answered: SILENCE,
    ended,
    body: JSON.stringify({ type: 'quote.created', timestamp: new Date(EPOCH + created).toISOString() }),
  })

const EPOCH = Date.parse('2026-03-01T12:00:00.000Z')

const kindOf = (firsts: readonly ReturnType<typeof silent>[], heldUpMs = 0) =>
  judgeAll(hangingReceiver.claims, { firsts, slackMs, heldUpMs }, spec)[0]?.[1].kind

test('attempts that are made at once are right', () => {
  expect(kindOf([silent(0), silent(10), silent(20), silent(1500, 1400)])).toBe('passed')
})

test('one that waited until another had ended is late', () => {
  expect(kindOf([silent(0), silent(10), silent(8000)])).toBe('failed')
})

test('nothing is held against a platform while the suite was held up, or where no two were under way', () => {
  expect(kindOf([silent(0), silent(8000)], 9000)).toBe('cannot-tell')
  expect(kindOf([silent(0, 0, 50), silent(900, 800, 950)])).toBe('cannot-tell')
})

test('no delivery at all cuts the scenario off', () => {
  expect(kindOf([])).toBe('cannot-tell')
})
