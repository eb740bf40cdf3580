import { expect, test } from 'vitest'
import { story } from '../../suites/platform/ledger/testing.ts'
import { eventStatements } from '../../suites/platform/statements/events.ts'
import { CHANGES, type Change, eventsOf, failingOn, type Pick } from './changed.ts'
import { mayBeRight } from './legal.ts'

const ledger = story(
  ...['register', 'submit', 'shows pending', 'shows pending', 'shows pending'],
  ...['event quote.created', 'shows ready_to_bind', 'event quote.proposalReady', 'wait'],
  ...['bind', 'shows bound', 'event policy.created', 'shows issued', 'wait'],
)
const first: Pick = (all) => all[0]

const changed = (change: Change, type: number) => {
  const event = eventsOf(ledger)[type]
  const result = event && CHANGES[change](event, first)
  if (result === undefined) throw new Error('the story has no such event')
  return result
}

test('the story is right', () => {
  expect(failingOn(ledger, eventStatements)).toEqual([])
  expect(mayBeRight(ledger)).toBe(true)
})

test.each<readonly [Change, number, readonly string[]]>([
  ['lost', 0, ['quote-created-emitted']],
  ['lost', 1, ['proposal-ready-emitted']],
  ['lost', 2, ['policy-created-emitted']],
  ['doubled', 0, ['quote-created-once']],
  ['doubled', 1, ['proposal-ready-once']],
  ['doubled', 2, ['bind-emits-one-policy-created']],
  ['early', 0, ['quote-created-after-rating']],
  ['early', 1, ['quote-created-after-rating']],
  ['early', 2, ['policy-created-not-early']],
  ['late', 0, ['quote-created-emitted']],
  ['late', 1, ['proposal-ready-emitted']],
  ['late', 2, ['policy-created-emitted']],
])('an event that is %s is noticed: %i', (change, type, expected) => {
  expect(mayBeRight(changed(change, type))).toBe(false)
  expect(failingOn(changed(change, type), eventStatements)).toEqual(expected)
})

test('an event that may come a little sooner is right, and no statement notices it', () => {
  const event = eventsOf(ledger)[0]
  const sooner = event && CHANGES.early(event, (all) => all.at(-1))
  if (sooner === undefined) throw new Error('the story has no such event')
  expect(mayBeRight(sooner)).toBe(true)
  expect(failingOn(sooner, eventStatements)).toEqual([])
})
