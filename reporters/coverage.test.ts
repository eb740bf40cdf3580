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
