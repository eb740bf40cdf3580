import { expect, test } from 'vitest'
import type { ScenarioFinished } from '../../conformance/events.ts'
import { ISSUED, story } from '../../suites/platform/ledger/testing.ts'
import type { Pick } from './changed.ts'
import { changedAnswer, changedDelivery } from './contents.ts'

const { exchanges, arrivals = [] } = story(...ISSUED)
const scenario: ScenarioFinished = {
  type: 'scenario-finished',
  ...{ scenario: 'a', title: 'a', durationMs: 1, checks: [], exchanges, arrivals },
}

/** Chooses by numbers in turn: each time from another place. */
const inTurn = (step: number): Pick => {
  let place = 0
  return (all) => {
    place += step
    return all[place % all.length]
  }
}

const steps = Array.from({ length: 40 }, (_, step) => step + 1)

/** Places at which two lists differ. */
const differing = (one: readonly unknown[], other: readonly unknown[]) =>
  one.filter((each, place) => JSON.stringify(each) !== JSON.stringify(other[place])).length

test('one answer is changed and said, in its code, its media type or a value', () => {
  const changed = steps.flatMap((step) => changedAnswer(scenario, inTurn(step)) ?? [])
  expect(changed.map((one) => differing(one.scenario.exchanges, exchanges))).toEqual(changed.map(() => 1))
  const said = changed.map(({ where }) => where).join('\n')
  for (const how of [/ code \d{3}$/m, / \/data\/\S+ (gone|another|null|empty|of another type)$/m])
    expect(said).toMatch(how)
})

test('one delivery is changed and said, in a header or a value', () => {
  const changed = steps.flatMap((step) => changedDelivery(scenario, inTurn(step)) ?? [])
  expect(changed.map((one) => differing(one.scenario.arrivals, arrivals))).toEqual(changed.map(() => 1))
  const said = changed.map(({ where }) => where).join('\n')
  for (const how of [/^quote\.created \S+ gone$/m, / \/data\/\S+ (gone|another|null|empty)$/m])
    expect(said).toMatch(how)
})
