import { expect, test } from 'vitest'
import { countTimed } from './count.ts'

const check = (verdict: string, message: string, more: object = {}) => ({
  ...{ name: 'schedule', verdict, message },
  ...more,
})

const counted = (...checks: readonly ReturnType<typeof check>[]) =>
  countTimed({ requirements: [{ id: 'retry-attempt-3', verdict: 'passed', checks }] })

test('a pass whose measurement reaches beyond the bounds decided nothing', () => {
  const text = (span: string) => `${span} ms (measured to within 9 ms); allowed 1750 to 4000 ms`
  const counts = counted(
    check('passed', text('939 to 12985')),
    check('passed', text('1950 to 2424')),
    check('not-exercised', text('1500 to 1800')),
    check('passed', 'watched for a day'),
  )
  expect(counts.decided).toBe(1)
  expect([counts.undecidedPasses.length, counts.cannotTell.length]).toEqual([1, 1])
})

test('the measurement of the report counts before its words', () => {
  const measured = { leastMs: 1700, mostMs: 2000, fromMs: 1750 }
  expect(counted(check('passed', 'in time', { measured })).undecidedPasses).toHaveLength(1)
  expect(counted(check('passed', 'in time', { measured: { ...measured, leastMs: 1750 } })).decided).toBe(1)
})

test('nothing is too early for an event that comes at once', () => {
  expect(counted(check('passed', '-3 to 152 ms; allowed 0 to 2000 ms')).decided).toBe(1)
})
