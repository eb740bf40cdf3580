import { expect, test } from 'vitest'
import { type StatusChange, statusAt } from './status.ts'

const at = (suiteMs: number, endMs = suiteMs + 1) => ({
  from: { suiteMs, targetMs: 0 },
  to: { suiteMs: endMs, targetMs: 0 },
})
const change = (
  to: string,
  suiteMs: number,
  end: StatusChange<string>['end'] = 'done',
): StatusChange<string> => ({ to, during: at(suiteMs), end })

const off = change('inactive', 10)

test.each([
  ['before its change', [off], at(5), 'active'],
  ['after its change', [off], at(20), 'inactive'],
  ['during its change', [off], at(9, 12), undefined],
  ['after another change', [off, change('active', 30)], at(40), 'active'],
  ['after a change of which nobody knows', [change('inactive', 10, 'unknown')], at(20), undefined],
  ['after a refusal of what it has already', [off, change('inactive', 30, 'refused')], at(40), 'inactive'],
  ['after another refusal', [off, change('active', 30, 'refused')], at(40), undefined],
])('a client %s', (_, changes, use, expected) => {
  expect(statusAt('active', changes, use)).toBe(expected)
})
