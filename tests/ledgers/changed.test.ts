import { expect, test } from 'vitest'
import { story } from '../../suites/platform/ledger/testing.ts'
import { eventStatements } from '../../suites/platform/statements/events.ts'
import { CHANGES, type Change, failingOn } from './changed.ts'

const ledger = story(
  ...[
    'register',
    'submit',
    'shows pending',
    'shows pending',
    'shows pending',
    'shows pending',
    'shows pending',
  ],
  ...['event quote.created', 'shows ready_to_bind', 'event quote.proposalReady', 'wait'],
)

test.each<readonly [Change, number, readonly string[]]>([
  ['lost', 0, ['quote-created-emitted']],
  ['lost', 1, ['proposal-ready-emitted']],
  ['doubled', 0, ['quote-created-once']],
  ['doubled', 1, ['proposal-ready-once']],
  ['moved', 0, ['quote-created-after-rating']],
  ['moved', 1, ['quote-created-after-rating']],
])('an event that is %s is noticed: %i', (change, place, expected) => {
  const one = ledger.arrivals?.[place]
  if (one === undefined) throw new Error('the story has no such event')
  expect(failingOn(ledger, eventStatements)).toEqual([])
  expect(failingOn(CHANGES[change](ledger, one), eventStatements)).toEqual(expected)
})
