import { expect, test } from 'vitest'
import { CIRCUMSTANCES, combinedJourneys } from './circumstances.ts'
import { JOURNEY_ACTIONS, type Possible } from './journey.ts'

const EVERYTHING: Possible = {
  outcomes: ['ready_to_bind', 'underwriter_review', 'approved_rate', 'retention_raised'],
  actions: JOURNEY_ACTIONS,
  partners: ['own', 'other'],
}
const FEW: Possible = {
  outcomes: ['ready_to_bind'],
  actions: ['status', 'bind', 'update'],
  partners: ['own'],
}

const made = ({ journeys }: ReturnType<typeof combinedJourneys>) =>
  new Map(journeys.map((journey) => [journey, journey.quotes[0]]))

test.each([1, 2, 3])('by seed %i all combinations meet where everything is offered', (seed) => {
  const combined = combinedJourneys(EVERYTHING, { seed })

  expect(combined.journeys.length).toBeGreaterThanOrEqual(36)
  expect(combined.journeys.length).toBeLessThanOrEqual(44)
  expect(combined.covered(made(combined))).toBe(combined.together)
})

test('every action of a journey that is not generated only is asked for', () => {
  const { journeys } = combinedJourneys(EVERYTHING, { seed: 1 })
  const actions = new Set(journeys.flatMap(({ steps }) => steps.map(({ action }) => action)))
  expect(JOURNEY_ACTIONS.filter((action) => !actions.has(action))).toEqual(['bind-and-update'])
  expect(new Set(journeys.flatMap(({ requests = [] }) => requests)).size).toBe(2)
})

test('what a target lacks drops out beforehand', () => {
  const few = combinedJourneys(FEW, { seed: 1 })
  expect(few.together).toBeLessThan(combinedJourneys(EVERYTHING, { seed: 1 }).together)
  expect(few.covered(made(few))).toBe(few.together)
  for (const { quotes, steps } of few.journeys) {
    expect(quotes).toEqual([expect.objectContaining({ outcome: 'ready_to_bind' })])
    expect(quotes[0]).not.toHaveProperty('also')
    expect(quotes[0]).not.toHaveProperty('partner')
    expect(steps.every(({ action }) => FEW.actions.includes(action))).toBe(true)
  }
})

test('what a target refused is not counted', () => {
  const combined = combinedJourneys(FEW, { seed: 1 })
  const all = made(combined)
  const plain = new Map([...all].map(([journey]) => [journey, { outcome: 'ready_to_bind' }]))
  expect(combined.covered(plain)).toBeLessThan(combined.together)
  expect(combined.covered(plain)).toBeGreaterThan(0)
  expect(combined.covered(new Map([...all].map(([journey]) => [journey, undefined])))).toBe(0)
})

test('more strength makes more combinations', () => {
  const [two, three] = [2, 3].map((strength) => combinedJourneys(FEW, { seed: 1, strength }))
  expect(three?.together).toBeGreaterThan(two?.together ?? 0)
  expect(three?.journeys.length).toBeGreaterThan(two?.journeys.length ?? 0)
})

test('each circumstance has a usual value and another one', () => {
  for (const [usual, ...others] of Object.values(CIRCUMSTANCES)) {
    expect(usual).not.toBe('')
    expect(others.length).toBeGreaterThan(0)
  }
})
