import { expect, test } from 'vitest'
import { ISSUED, story } from '../ledger/testing.ts'
import { writeStatements } from './writes-in-states.ts'

const verdictOn = (requirement: string, ...steps: readonly string[]) =>
  writeStatements.find((claim) => claim.requirement === requirement)?.judge(story(...steps))?.kind

test.each<[string, readonly string[], string | undefined]>([
  ['bind-in-issued', [...ISSUED, 'bind 409', 'shows issued'], 'passed'],
  ['bind-in-issued', [...ISSUED, 'bind', 'shows issued'], 'failed'],
  ['bind-in-issued', [...ISSUED, 'bind'], undefined],
  ['bind-in-issued', ISSUED, undefined],
  ['update-in-issued', [...ISSUED, 'update', 'shows issued'], 'failed'],
  ['update-in-declined', ['submit', 'shows declined', 'update 400', 'shows declined'], undefined],
  [
    'bind-in-underwriter-review',
    ['submit', 'shows underwriter_review', 'bind', 'shows underwriter_review'],
    'failed',
  ],
  ['bind-in-underwriter-review', ['submit', 'shows underwriter_review', 'bind', 'shows bound'], undefined],
  ['bind-in-approved-rate', ['submit', 'shows approved_rate', 'bind 503', 'shows approved_rate'], undefined],
  ['update-in-approved-rate', ['submit', 'shows approved_rate', 'update', 'shows approved_rate'], undefined],
])('%s of %j', (requirement, steps, expected) => {
  expect(verdictOn(requirement, ...steps)).toBe(expected)
})

test('the state is not known where another request may have changed it', () => {
  const review = ['submit', 'shows underwriter_review']
  const between = [...review, 'approve at once', 'bind at once', 'shows underwriter_review at once']
  expect(verdictOn('bind-in-underwriter-review', ...between)).toBeUndefined()
  const bound = ['submit', 'shows ready_to_bind', 'bind', 'shows bound', 'bind', 'shows issued']
  expect(verdictOn('bind-in-bound', ...bound)).toBeUndefined()
})
