import { expect, test } from 'vitest'
import { passed } from '../verdict.ts'
import {
  everything,
  type FakePorts,
  fakeScenario,
  pass,
  planOf,
  requirement,
  rules,
  target,
} from './fakes.ts'
import { outlookOf } from './outlook.ts'
import type { PlanInput } from './plan.ts'

const suite = {
  scenarios: [
    fakeScenario('review/declined', {
      claims: { 'review-declines': pass, 'envelope-shape': pass },
      needs: [{ operator: 'review_decline' }],
    }),
    fakeScenario('bind/ready', { claims: { 'bind-answers-202': pass, 'envelope-shape': pass } }),
  ],
  standing: [{ requirement: 'answers-are-json', judge: () => passed() }],
}
const lack = { why: 'no such action', key: 'operator.review_decline' }
const poor = target({ lacks: () => lack })

const outlook = (
  of = suite,
  { target: on = target(), ...input }: Partial<PlanInput<FakePorts, undefined>> = {},
) => outlookOf(planOf(of, { ...input, target: on }), on)

test('what is driven is foreseen, and what lacks a key is not exercised', () => {
  expect(outlook(suite, { target: poor })).toEqual({
    scenarios: [{ id: 'bind/ready', title: 'bind/ready is driven' }],
    lacking: 1,
    judgeable: { count: 3, of: 4 },
    unexercised: [{ id: 'review-declines', ...lack }],
  })
})

test('where the profile offers everything, all is exercised', () => {
  expect(outlook()).toMatchObject({ lacking: 0, unexercised: [] })
})

test('what the user left out is not listed, and what the version leaves out is', () => {
  const known = rules(
    requirement('bind-answers-202'),
    requirement('review-declines'),
    requirement('envelope-shape', { since: 'v9.0.0' }),
    requirement('answers-are-json'),
  )
  const only = { ...everything, only: ['bind-answers-202', 'envelope-shape'] }
  expect(outlook(suite, { rules: known, selection: only, target: poor })).toMatchObject({
    scenarios: [{ id: 'bind/ready' }],
    unexercised: [{ id: 'envelope-shape', why: expect.stringContaining('since v9.0.0') }],
  })
})

test('a requirement that is judged by others cannot be exercised where none of them can', () => {
  const known = (...judgedBy: string[]) =>
    rules(
      ...[...suite.scenarios.flatMap(({ claims }) => claims), ...suite.standing].map((claim) =>
        requirement(claim.requirement),
      ),
      requirement('whole', { judgedBy }),
    )
  const unexercised = (...judgedBy: string[]) =>
    outlook(suite, { rules: known(...judgedBy), target: poor }).unexercised.map(({ id }) => id)
  expect(unexercised('review-declines')).toEqual(['review-declines', 'whole'])
  expect(unexercised('review-declines', 'envelope-shape')).toEqual(['review-declines'])
})

test('a standing claim needs at least one scenario', () => {
  const [first] = suite.scenarios
  const exclusive = { ...suite, scenarios: first === undefined ? [] : [first] }
  expect(outlook(exclusive, { target: poor }).unexercised).toContainEqual({
    id: 'answers-are-json',
    why: 'no scenario that would be driven shows it',
  })
})

test('a standing claim that nothing else shows waits for the keys of the scenarios that show it', () => {
  const [declined, ready] = suite.scenarios.map(({ id }) => id)
  const shownIn = (...ids: readonly (string | undefined)[]) => [
    {
      requirement: 'event-id',
      shownIn: ids.flatMap((id) => id ?? []),
      onlyThere: true as const,
      judge: () => passed(),
    },
  ]
  const idsFor = (...ids: readonly (string | undefined)[]) =>
    outlook({ ...suite, standing: shownIn(...ids) }, { target: poor }).unexercised.map(({ id }) => id)
  expect(idsFor(declined)).toContain('event-id')
  expect(idsFor(declined, ready)).not.toContain('event-id')
})

test('a claim with a need of its own is not exercised though its scenario is driven', () => {
  const journey = fakeScenario('journeys/any', {
    claims: { 'quote-created-once': pass, 'bind-envelope': pass },
  })
  const claims = journey.claims.map((one) =>
    one.requirement === 'bind-envelope' ? one : { ...one, needs: [{ offers: 'endpoints' }] },
  )
  const standing = [{ requirement: 'event-id', needs: [{ offers: 'webhooks' }], judge: () => passed() }]
  expect(outlook({ scenarios: [{ ...journey, claims }], standing }, { target: poor })).toEqual({
    scenarios: [{ id: 'journeys/any', title: 'journeys/any is driven' }],
    lacking: 0,
    judgeable: { count: 1, of: 3 },
    unexercised: ['quote-created-once', 'event-id'].map((id) => ({ id, ...lack })),
  })
})
