import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
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

test('binds of other journeys wait for the same release', () => {
  const held = (...steps: readonly string[]) =>
    story('submit', 'shows ready_to_bind', 'hold issue', ...steps, 'bind', 'release issue')
  const brokenBefore = (facts: ReturnType<typeof story>, ...reads: readonly number[]) => {
    const { spec, exchanges, ...rest } = facts
    const bind = exchanges.findLast(({ operation }) => operation === 'bind')
    const late = reads.map((seconds): Exchange => {
      const read = story('submit', 'shows bound').exchanges[1] as Exchange
      const at = (exchanges.at(-1)?.startedAt ?? 0) + seconds * 1000
      return { ...read, id: `read ${seconds}`, startedAt: at, targetMs: at }
    })
    const all = [...exchanges, ...late]
    const own = all.filter(({ quoteId, operation }) => operation === 'submit' || quoteId === bind?.quoteId)
    return brokenByLedger(
      { spec, ledger: () => ({ ...rest, exchanges: all }) },
      { exchanges: own },
      { name: 'Birch' },
    )
  }
  const beside = held('beside bind')
  expect(brokenBefore(held(), 6)).toEqual(['transition-bound-to-issued'])
  expect(brokenBefore(beside, 6)).toEqual([])
  expect(brokenBefore(beside, 6, 11)).toEqual(['transition-bound-to-issued'])
})
