import { expect, test } from 'vitest'
import { coverageLines, coverageOf } from './coverage.ts'
import { events } from './fakes.ts'
import { runRecordOf } from './record.ts'

test('a scenario that covers circumstances is reported with its counts', () => {
  const coverage = { covered: 900, together: 924, cases: 28 }
  const record = runRecordOf(
    events({}).map((event) => (event.type === 'scenario-finished' ? { ...event, coverage } : event)),
  )
  const reported = coverageOf(record)
  expect(reported.length).toBeGreaterThan(0)
  expect(reported[0]).toMatchObject(coverage)
  expect(coverageLines(reported.slice(0, 1), (_, text) => text)).toEqual([
    '',
    `circumstances: 900 of 924 combinations met, in 28 cases of ${reported[0]?.scenario}`,
  ])
  expect(coverageOf(runRecordOf(events({})))).toEqual([])
})

test('circumstances that were left out stand below with their reason, those of one reason together', () => {
  const why = 'no operator action hold_rating in the profile'
  const left = [
    { circumstance: 'hold rating', why },
    { circumstance: 'partner other', why: 'no credential other_partner in the profile' },
    { circumstance: 'hold issue', why },
  ]
  const one = { scenario: 'a/b', covered: 3, together: 6, cases: 3, apart: true, left } as const
  expect(coverageLines([one], (_, text) => text)).toEqual([
    '',
    'circumstances: 3 of 6 occurred, in 3 cases of a/b',
    `  left out: hold rating, hold issue (${why})`,
    '  left out: partner other (no credential other_partner in the profile)',
  ])
})
