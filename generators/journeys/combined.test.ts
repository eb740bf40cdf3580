import { expect, test } from 'vitest'
import { type Circumstances, COMBINED, combinedJourneys } from './combined.ts'
import { JOURNEY_ACTIONS } from './journey.ts'

/** Every value of each circumstance; undefined is as usual. */
const VALUES = {
  course: [undefined, 'raised', 'approved', 'declined', 'approved_rate', 'onboarded'],
  hold: [undefined, 'rating', 'issue'],
  key: [undefined, 'secondary'],
  token: [undefined, 'renewed'],
  letters: [undefined, 'beyond-ascii'],
  amounts: [undefined, 'strings'],
  fields: [undefined, 'required'],
  updates: [undefined, 'two'],
  partner: [undefined, 'other'],
} as const satisfies { readonly [Name in keyof Circumstances]-?: readonly unknown[] }

const NAMES = Object.keys(VALUES) as (keyof Circumstances)[]

/** Pairs that cannot meet: such a quote is never bound or updated, and the second partner has one key. */
const APART: readonly Circumstances[] = [
  { course: 'declined', hold: 'issue' },
  { course: 'approved_rate', hold: 'issue' },
  { course: 'declined', updates: 'two' },
  { partner: 'other', key: 'secondary' },
]

const has = (row: Circumstances, wanted: Circumstances): boolean =>
  Object.entries(wanted).every(([name, value]) => row[name as keyof Circumstances] === value)

test('every two circumstances that can meet do so', () => {
  const pairs = NAMES.flatMap((one, place) =>
    NAMES.slice(place + 1).flatMap((other) =>
      VALUES[one].flatMap((value) => VALUES[other].map((another) => ({ [one]: value, [other]: another }))),
    ),
  ) as readonly Circumstances[]
  const missing = pairs.filter(
    (pair) => !APART.some((apart) => has(pair, apart)) && !COMBINED.some((row) => has(row, pair)),
  )
  expect(missing).toEqual([])
  expect(COMBINED.filter((row) => APART.some((apart) => has(row, apart)))).toEqual([])
})

const EVERYTHING = {
  outcomes: ['ready_to_bind', 'underwriter_review', 'approved_rate', 'retention_raised'],
  actions: JOURNEY_ACTIONS,
  partners: ['own', 'other'],
} as const

test('a target that offers everything is asked for all of them', () => {
  const journeys = combinedJourneys(EVERYTHING)
  expect(journeys.length).toBe(COMBINED.length)
  const actions = new Set(journeys.flatMap(({ steps }) => steps.map(({ action }) => action)))
  expect(actions).toContain('access-as-other-partner')
  expect(actions).toContain('hold-issue')
  expect(actions).toContain('onboard')
})

test('what a target lacks is left out', () => {
  const few = {
    outcomes: ['ready_to_bind'],
    actions: ['status', 'bind', 'update'],
    partners: ['own'],
  } as const
  const journeys = combinedJourneys(few)
  expect(journeys.length).toBeLessThan(COMBINED.length)
  for (const { quotes, steps } of journeys) {
    expect(quotes).toEqual([expect.objectContaining({ outcome: 'ready_to_bind' })])
    expect(steps.every(({ action }) => few.actions.includes(action as 'bind'))).toBe(true)
  }
})
