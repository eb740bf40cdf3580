import { expect, test } from 'vitest'
import { type Circumstances, COMBINED, combinedJourneys } from './combined.ts'
import { JOURNEY_ACTIONS } from './journey.ts'

/** Every value of each circumstance; undefined means as usual. */
const VALUES = {
  retention: [undefined, 'raised'],
  review: [undefined, 'approved', 'declined'],
  broker: [undefined, 'new', 'onboarded'],
  claims: [undefined, 'one'],
  hold: [undefined, 'rating', 'issue'],
  key: [undefined, 'secondary'],
  token: [undefined, 'renewed'],
  letters: [undefined, 'beyond-ascii', 'punctuation'],
  amounts: [undefined, 'strings'],
  fields: [undefined, 'required'],
  updates: [undefined, 'two'],
  partner: [undefined, 'other'],
  binds: [undefined, 'two'],
} as const satisfies { readonly [Name in keyof Circumstances]-?: readonly unknown[] }

type Name = keyof Circumstances

const NAMES = Object.keys(VALUES) as Name[]

/** Pairs that cannot occur together: such a quote is never bound or updated, and the second partner has one key. */
const APART: readonly Circumstances[] = [
  { review: 'declined', hold: 'issue' },
  { review: 'declined', updates: 'two' },
  { review: 'declined', binds: 'two' },
  { partner: 'other', key: 'secondary' },
]

const NEVER_BOUND: readonly Circumstances[] = [
  { broker: 'new', hold: 'issue' },
  { broker: 'new', binds: 'two' },
]

/** A new broker's quote that no review approves ends in approved_rate, and is never bound. */
const isApart = (row: Circumstances): boolean =>
  APART.some((apart) => has(row, apart)) ||
  ('review' in row && row.review !== 'approved' && NEVER_BOUND.some((one) => has(row, one)))

const has = (row: Circumstances, wanted: Circumstances): boolean =>
  Object.entries(wanted).every(([name, value]) => row[name as Name] === value)

const valuesOf = (names: readonly Name[]): readonly Circumstances[] =>
  names.reduce<readonly Circumstances[]>(
    (all, name) => all.flatMap((one) => VALUES[name].map((value) => ({ ...one, [name]: value }))),
    [{}],
  )

/** Every subset of so many names, in their order. */
const choices = (names: readonly Name[], count: number): readonly (readonly Name[])[] =>
  count === 0
    ? [[]]
    : names.flatMap((name, place) =>
        choices(names.slice(place + 1), count - 1).map((others) => [name, ...others]),
      )

test.each([
  { names: NAMES, together: 2 },
  { names: ['retention', 'review', 'updates', 'hold'] as const, together: 3 },
])('every $together circumstances of $names.length that can meet do so', ({ names, together }) => {
  const wanted = choices(names, together).flatMap(valuesOf)
  const missing = wanted.filter((one) => !isApart(one) && !COMBINED.some((row) => has(row, one)))
  expect(missing).toEqual([])
  expect(COMBINED.filter((row) => isApart({ review: undefined, ...row } as Circumstances))).toEqual([])
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
  expect(actions).toContain('invalid-update')
  expect(actions).toContain('onboard')
})

test('what a target lacks is left out', () => {
  const few = {
    outcomes: ['ready_to_bind'],
    actions: ['status', 'bind', 'update'],
    partners: ['own'],
  } as const
  const journeys = combinedJourneys(few)
  expect(journeys.length).toBe(COMBINED.length)
  for (const { quotes, steps } of journeys) {
    expect(quotes).toEqual([expect.objectContaining({ outcome: 'ready_to_bind' })])
    expect(quotes[0]).not.toHaveProperty('also')
    expect(quotes[0]).not.toHaveProperty('partner')
    expect(steps.every(({ action }) => few.actions.includes(action as 'bind'))).toBe(true)
  }
})
