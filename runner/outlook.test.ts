import { expect, test } from 'vitest'
import { passed } from '../conformance/verdict.ts'
import { everything, pass, planOf, requirement, rules, scenario, target } from './fakes.ts'
import { outlookOf } from './outlook.ts'

const suite = {
  scenarios: [
    scenario('review/declined', {
      claims: { 'review-declines': pass, 'envelope-shape': pass },
      needs: [{ operator: 'review_decline' }],
    }),
    scenario('bind/ready', { claims: { 'bind-answers-202': pass, 'envelope-shape': pass } }),
  ],
  standing: [{ requirement: 'answers-are-json', judge: () => passed() }],
}
const lack = { why: 'no such action', key: 'operator.review_decline' }
const poor = target({ lacks: () => lack })

test('what is driven is foreseen, and what lacks a key is not exercised', () => {
  expect(outlookOf(planOf(suite, { target: poor }))).toEqual({
    scenarios: [{ id: 'bind/ready', title: 'bind/ready is driven' }],
    lacking: 1,
    unexercised: [{ id: 'review-declines', ...lack }],
  })
})

test('where the profile offers everything, all is exercised', () => {
  expect(outlookOf(planOf(suite))).toMatchObject({ lacking: 0, unexercised: [] })
})

test('what the user left out is not listed, and what the version leaves out is', () => {
  const known = rules(
    requirement('bind-answers-202'),
    requirement('review-declines'),
    requirement('envelope-shape', { since: 'v9.0.0' }),
    requirement('answers-are-json'),
  )
  const only = { ...everything, only: ['bind-answers-202', 'envelope-shape'] }
  expect(outlookOf(planOf(suite, { rules: known, selection: only, target: poor }))).toMatchObject({
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
    outlookOf(planOf(suite, { rules: known(...judgedBy), target: poor })).unexercised.map(({ id }) => id)
  expect(unexercised('review-declines')).toEqual(['review-declines', 'whole'])
  expect(unexercised('review-declines', 'envelope-shape')).toEqual(['review-declines'])
})

test('a standing claim needs at least one scenario', () => {
  const [first] = suite.scenarios
  const alone = { ...suite, scenarios: first === undefined ? [] : [first] }
  expect(outlookOf(planOf(alone, { target: poor })).unexercised).toContainEqual({
    id: 'answers-are-json',
    why: 'no scenario that would be driven shows it',
  })
})
