import { expect, test } from 'vitest'
import { ISSUED, RATED, story } from '../ledger/testing.ts'
import { issueStatement } from './issues.ts'

const UPDATED = [...RATED, 'update', 'wait', 'shows ready_to_bind']

test.each<[string, readonly string[], string | undefined]>([
  ['is issued', ISSUED, 'passed'],
  ['may still be under way', [...RATED, 'bind', 'shows bound'], undefined],
  ['stays bound', [...RATED, 'bind', 'wait', 'shows bound'], 'failed'],
  ['has no effect', [...RATED, 'bind', 'wait', 'shows ready_to_bind'], 'failed'],
  ['is refused', [...RATED, 'bind 409', 'wait', 'shows ready_to_bind'], undefined],
  ['is not allowed', ['submit', 'shows failed', 'bind', 'wait', 'shows failed'], undefined],
  [
    'comes right after an update',
    [...RATED, 'update', 'shows ready_to_bind', 'bind', 'wait', 'shows ready_to_bind'],
    undefined,
  ],
  ['comes long after an update', [...UPDATED, 'bind', 'wait', 'shows ready_to_bind'], 'failed'],
  [
    'comes while the re-rating of an update is held',
    [
      ...[...RATED, 'hold rating', 'update', 'wait', 'shows ready_to_bind'],
      ...['bind', 'release rating', 'wait', 'shows ready_to_bind'],
    ],
    undefined,
  ],
  ['is overtaken by an update', [...RATED, 'bind', 'update', 'wait', 'shows ready_to_bind'], undefined],
  [
    'was seen before an update',
    [...RATED, 'bind', 'shows bound', 'update', 'wait', 'shows ready_to_bind'],
    'failed',
  ],
  ['waits for a release', ['hold issue', ...RATED, 'bind', 'wait', 'shows bound'], undefined],
  [
    'waits after a release',
    ['hold issue', ...RATED, 'bind', 'release issue', 'wait', 'shows bound'],
    'failed',
  ],
  ['meets a review', [...RATED, 'bind', 'decline', 'wait', 'shows declined'], undefined],
])('a bind that %s', (_, steps, expected) => {
  expect(issueStatement.judge(story(...steps))?.kind).toBe(expected)
})
