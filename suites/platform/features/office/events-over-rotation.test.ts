import { expect, test } from 'vitest'
import { delivered } from '../../vocabulary/events/testing.ts'
import { isAnnounced } from './events-over-rotation.ts'

const [created, policy] = [delivered({ type: 'quote.created' }), delivered({ type: 'policy.created' })]

test.each([
  ['is announced', true, [created, policy], 'passed'],
  ['is not announced', true, [created], 'failed'],
  ['is not issued', false, [created], 'cannot-tell'],
  ['belongs to an account whose endpoint gets nothing', true, [], 'cannot-tell'],
] as const)('a policy that %s', (_, isIssued, arrivals, kind) => {
  expect(isAnnounced({ isIssued, arrivals }).kind).toBe(kind)
})
