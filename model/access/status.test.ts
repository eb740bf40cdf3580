import { expect, test } from 'vitest'
import {
  afterNamesake,
  type Decision,
  decided,
  type StatusOfAccount,
  type StatusStep,
  statusesAt,
} from './status.ts'

const at = (suiteMs: number, endMs = suiteMs + 1) => ({
  from: { suiteMs, targetMs: 0 },
  to: { suiteMs: endMs, targetMs: 0 },
})
const change = (
  to: string,
  suiteMs: number,
  end: StatusStep<string>['end'] = 'done',
): StatusStep<string> => ({ leads: () => [to], during: at(suiteMs), end })

const off = change('inactive', 10)

test.each([
  ['before its change', [off], at(5), ['active']],
  ['after its change', [off], at(20), ['inactive']],
  ['during its change', [off], at(9, 12), ['active', 'inactive']],
  ['after another change', [off, change('active', 30)], at(40), ['active']],
  [
    'after a change of which nobody knows',
    [change('inactive', 10, 'unknown')],
    at(20),
    ['active', 'inactive'],
  ],
  [
    'after a change of which nobody knows and a page from before it',
    [change('inactive', 10, 'unknown'), change('active', 30)],
    at(40),
    ['active', 'inactive'],
  ],
  [
    'after a change of which nobody knows and a page that shows it',
    [change('inactive', 10, 'unknown'), change('inactive', 30)],
    at(40),
    ['inactive'],
  ],
  ['after a refusal of what it has already', [off, change('inactive', 30, 'refused')], at(40), ['inactive']],
  ['after another refusal', [off, change('active', 30, 'refused')], at(40), ['inactive', 'active']],
  ['after a page that cannot be', [{ ...off, leads: () => [] }], at(20), ['active']],
])('a client %s', (_, steps, use, expected) => {
  expect([...statusesAt(['active'], steps, use)]).toEqual(expected)
})

const accountAfter = (...steps: readonly (Decision | 'namesake')[]) =>
  [
    ...statusesAt<StatusOfAccount>(
      ['pending'],
      steps.map((step, place) => ({
        during: at(place * 10),
        end: 'done',
        leads: (from) => (step === 'namesake' ? afterNamesake(from) : decided(step, from)),
      })),
      at(1000),
    ),
  ].join(' or ')

test.each<[string, readonly (Decision | 'namesake')[]]>([
  ['pending', []],
  ['pending', ['namesake']],
  ['active', ['approve_partner', 'namesake']],
  ['disabled', ['approve_partner', 'disable_partner']],
  ['active or disabled', ['approve_partner', 'disable_partner', 'approve_partner']],
  ['disabled', ['approve_partner', 'disable_partner', 'approve_partner', 'disable_partner']],
  ['denied or active', ['approve_partner', 'deny_partner']],
  ['denied', ['deny_partner']],
  ['denied or pending', ['deny_partner', 'namesake']],
])('an account is %s after %j', (expected, steps) => {
  expect(accountAfter(...steps)).toBe(expected)
})
