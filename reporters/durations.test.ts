import { expect, test } from 'vitest'
import { passed } from '../conformance/verdict.ts'
import { sharedDurations } from './durations.ts'
import { check } from './fakes.ts'

const [one, two] = [check('one', 'must', passed()), check('two', 'must', passed())]
const standing = { ...check('every', 'must', passed()), standing: true as const }
const scenario = { type: 'scenario-finished', title: 't', exchanges: [], arrivals: [] } as const

test('the claims of a scenario share its time, and standing claims have none of it', () => {
  const durationOf = sharedDurations([
    { ...scenario, scenario: 's', durationMs: 900, checks: [one, two, standing] },
  ])
  expect([one, two, standing].map(durationOf)).toEqual([450, 450, 0])
})

test('where a scenario has standing claims alone they share its time', () => {
  expect(
    sharedDurations([{ ...scenario, scenario: 's', durationMs: 900, checks: [standing] }])(standing),
  ).toBe(900)
})
