import { expect, test } from 'vitest'
import { CIRCUMSTANCES, type CircumstanceCause } from './circumstances.ts'
import { combinedJourneys } from './combined.ts'
import { JOURNEY_ACTIONS, type Made, type Possible } from './journey.ts'

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

/** Everything as it was planned. */
const asPlanned = ({ journeys }: ReturnType<typeof combinedJourneys>) =>
  new Map(
    journeys.map((journey) => {
      const [made = { outcome: 'none' }] = journey.quotes
      return [journey, { made, actions: journey.steps.map(({ action }) => action as string) }]
    }),
  )

test.each([1, 2, 3])('by seed %i all combinations meet where everything is offered', (seed) => {
  const combined = combinedJourneys(EVERYTHING, { seed })

  expect(combined.journeys.length).toBeGreaterThanOrEqual(36)
  expect(combined.journeys.length).toBeLessThanOrEqual(68)
  expect(combined.covered(asPlanned(combined))).toBe(combined.together)
})

test('every action of a journey that is not generated only is asked for', () => {
  const { journeys } = combinedJourneys(EVERYTHING, { seed: 1 })
  const actions = new Set(journeys.flatMap(({ steps }) => steps.map(({ action }) => action)))
  // One action asks for all documents.
  const generated = ['quote-preview', 'policy-preview', 'policy', 'bind-and-update']
  expect(JOURNEY_ACTIONS.filter((action) => !actions.has(action))).toEqual(generated)
  expect(new Set(journeys.flatMap(({ requests = [] }) => requests)).size).toBe(2)
})

test('what a target lacks drops out beforehand', () => {
  const few = combinedJourneys(FEW, { seed: 1 })
  expect(few.together).toBeLessThan(combinedJourneys(EVERYTHING, { seed: 1 }).together)
  expect(few.covered(asPlanned(few))).toBe(few.together)
  for (const { quotes, steps } of few.journeys) {
    expect(quotes).toEqual([expect.objectContaining({ outcome: 'ready_to_bind' })])
    expect(quotes[0]).not.toHaveProperty('also')
    expect(quotes[0]).not.toHaveProperty('partner')
    expect(steps.every(({ action }) => FEW.actions.includes(action))).toBe(true)
  }
})

test('what a target refused, and what was never done, is not counted', () => {
  const combined = combinedJourneys(EVERYTHING, { seed: 1 })
  const planned = asPlanned(combined)
  const counted = (change: (one: { made: Made; actions: string[] }) => { made: Made; actions: string[] }) =>
    combined.covered(new Map([...planned].map(([journey, one]) => [journey, change(one)])))
  const without = (...left: readonly string[]) =>
    counted(({ made, actions }) => ({ made, actions: actions.filter((one) => !left.includes(one)) }))
  expect(counted((one) => one)).toBe(combined.together)
  for (const lost of [
    counted(({ made: { forms: _, ...made }, actions }) => ({ made, actions })),
    counted(({ made: { also: _, ...made }, actions }) => ({ made, actions })),
    without('onboard'),
    without('approve'),
    without('hold-issue'),
    without('renew'),
    without('change-client'),
    without('listen'),
    without('refused-requests'),
  ])
    expect(lost).toBeLessThan(combined.together)
  expect(combined.covered(new Map())).toBe(0)
})

test('more strength makes more combinations', () => {
  const [two, three] = [2, 3].map((strength) => combinedJourneys(FEW, { seed: 1, strength }))
  expect(three?.together).toBeGreaterThan(two?.together ?? 0)
  expect(three?.journeys.length).toBeGreaterThan(two?.journeys.length ?? 0)
})

test('the usual value of a circumstance needs nothing, and each other one has a cause', () => {
  for (const values of Object.values(CIRCUMSTANCES)) {
    const [first, ...others] = Object.values<CircumstanceCause>(values)
    expect(first).toEqual({})
    for (const cause of others) expect(cause).not.toEqual({})
  }
})

test('each action that a circumstance needs is a step of its journeys', () => {
  const { journeys } = combinedJourneys(EVERYTHING, { seed: 1 })
  const asked = new Set(journeys.flatMap(({ steps }) => steps.map(({ action }) => action)))
  const needed = Object.values(CIRCUMSTANCES).flatMap((values) =>
    Object.values<CircumstanceCause>(values).flatMap(({ action }) => action ?? []),
  )
  expect(needed.filter((action) => !asked.has(action))).toEqual([])
})
