import { expect, test } from 'vitest'
import { loadSpec } from '../../../../spec/index.ts'
import { answeredWith } from '../../vocabulary/operator/testing.ts'
import { keptAsItWas } from './foreign.ts'

const spec = await loadSpec()
const shows = (quote_status: string) =>
  answeredWith(200, { status: 'success', data: { quote_status } }, 'status')

test.each([
  ['ready_to_bind', 'passed'],
  ['bound', 'failed'],
])('a quote that is %s after a change that another partner asked for', (state, kind) => {
  const read = shows(state)
  const after = { reads: [read], last: read, state, watchedMs: 1000 }
  const before = [shows('ready_to_bind'), shows('ready_to_bind')] as const
  expect(keptAsItWas({ foreign: answeredWith(404), before, after }, spec).kind).toBe(kind)
})
