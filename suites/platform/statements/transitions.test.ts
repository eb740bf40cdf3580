import { expect, test } from 'vitest'
import { RATED, story } from '../ledger/testing.ts'
import { transitionClaims } from './transitions.ts'

const UNKNOWN_BROKER = ['submit', 'shows approved_rate']

test.each<[string, readonly string[], string]>([
  ['follows the table', [...RATED, 'bind', 'shows bound', 'shows issued'], 'passed'],
  ['leads from approved_rate to issued', [...UNKNOWN_BROKER, 'bind', 'shows issued'], 'failed'],
  [
    'leads there long after an update',
    [...UNKNOWN_BROKER, 'update', 'wait', 'shows approved_rate', 'bind', 'shows issued'],
    'failed',
  ],
  [
    'may have been rated again, which the read before the bind does not show yet',
    [...UNKNOWN_BROKER, 'update', 'shows approved_rate at once', 'bind at once', 'shows issued'],
    'passed',
  ],
  [
    'was approved, which the read before the bind does not show yet',
    [
      ...['submit', 'shows underwriter_review', 'approve', 'shows underwriter_review at once'],
      ...['bind at once', 'shows issued'],
    ],
    'passed',
  ],
])('a course that %s', (_, steps, expected) => {
  const claim = transitionClaims.find(({ requirement }) => requirement === 'states-follow-the-table')
  expect(claim?.judge(story(...steps))?.kind).toBe(expected)
})
