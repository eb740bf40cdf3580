import { expect, test } from 'vitest'
import { ISSUED, RATED, story } from '../ledger/testing.ts'
import { brokenByLedger } from './judge-ledger.ts'

/** The breaches of a journey that has all of a story. Its ledger has the actions of operators too. */
function brokenIn(steps: readonly string[], insured = 'Birch') {
  const { spec, ...ledger } = story(...steps)
  const exchanges = ledger.exchanges.filter(({ action }) => action === undefined)
  return brokenByLedger({ spec, ledger: () => ledger }, { exchanges }, { name: insured })
}

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['nothing', [...ISSUED, 'wait'], []],
  [
    'an event that is lost',
    [...ISSUED.filter((step) => step !== 'event quote.created'), 'wait'],
    ['quote-created-emitted'],
  ],
  ['an event too many', [...RATED, 'event quote.created once more'], ['quote-created-once']],
  [
    'an event that comes while rating is held',
    ['register', 'hold rating', 'submit', 'event quote.created', 'release rating'],
    ['quote-created-after-rating'],
  ],
])('a journey breaks what its own events show: %s', (_, steps, expected) => {
  expect(brokenIn(steps)).toEqual(expected)
})

test('a policy of an insured of whom other journeys have quotes breaks nothing by itself', () => {
  const steps = [...RATED, 'event policy.created']
  expect(brokenIn(steps)).toEqual(['policy-created-not-early'])
  expect(brokenIn(steps, 'Alder')).toEqual([])
})

test('quotes of other journeys are not judged', () => {
  const { spec, ...ledger } = story(
    'register',
    'submit',
    'event quote.created',
    'event quote.created once more',
  )
  expect(brokenByLedger({ spec, ledger: () => ledger }, { exchanges: [] }, { name: 'Birch' })).toEqual([])
})
