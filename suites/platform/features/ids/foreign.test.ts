import { expect, test } from 'vitest'
import { loadSpec } from '../../../../spec/index.ts'
import { answeredWith } from '../../vocabulary/operator/testing.ts'
import { keptAsItWas } from './foreign.ts'

const spec = await loadSpec()
const shows = (quote_status: string) =>
  answeredWith(200, { status: 'success', data: { quote_status } }, 'status')

const REFUSED = answeredWith(401)
const UNKNOWN = answeredWith(404)
const SERVED = answeredWith(202)

test.each([
  ['ready_to_bind', UNKNOWN, SERVED, 'passed'],
  ['bound', UNKNOWN, SERVED, 'failed'],
  ['bound', REFUSED, SERVED, 'failed'],
  ['ready_to_bind', REFUSED, SERVED, 'cannot-tell'],
  ['ready_to_bind', UNKNOWN, REFUSED, 'cannot-tell'],
])('a quote that is %s after a change that another partner asked for', (state, counterpart, owned, kind) => {
  const read = shows(state)
  const after = { reads: [read], last: read, state, watchedMs: 1000 }
  const before = [shows('ready_to_bind'), shows('ready_to_bind')] as const
  expect(keptAsItWas({ foreign: UNKNOWN, counterpart, owned, before, after }, spec).kind).toBe(kind)
})
