import { expect, test } from 'vitest'
import type { Outcome } from '../conformance/outcome.ts'
import { withDerived } from './derived.ts'

const row = (id: string, verdict: Outcome, judgedBy?: readonly string[]) => ({
  ...{ id, verdict, reason: `${verdict} there` },
  ...(judgedBy && { judgedBy }),
})

test.each<[outcomes: readonly Outcome[], expected: Outcome, reason: string]>([
  [['passed', 'passed'], 'passed', 'judged by one, two'],
  [['passed', 'not-exercised'], 'passed', 'judged by one'],
  [['passed', 'failed'], 'failed', 'judged by two: failed there'],
  [['not-exercised', 'not-exercised'], 'not-exercised', 'judged by one: not-exercised there'],
])('rows that are %j make the row that they judge %s', (outcomes, verdict, reason) => {
  const [one, two] = outcomes
  if (one === undefined || two === undefined) throw new Error('two outcomes are needed')
  const rows = [row('one', one), row('two', two), row('whole', 'not-exercised', ['one', 'two'])]
  const derived = withDerived(rows)
  expect(derived.slice(0, 2)).toEqual(rows.slice(0, 2))
  expect(derived[2]).toMatchObject({ id: 'whole', verdict, reason })
})
