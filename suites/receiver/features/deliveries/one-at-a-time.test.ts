import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, unanswered } from '../../testing/trace.ts'
import { oneAtATime } from './one-at-a-time.ts'

testClaims(oneAtATime, {
  spec: await loadSpec(),
  trace: [answered(), answered(202), answered(204)],
  rows: [
    {
      requirement: 'receiver-bears-one-at-a-time',
      with: 'a 503 among them',
      change: () => [answered(), answered(503)],
      expected: 'failed',
      finding: { observed: 'status 503' },
    },
    {
      requirement: 'receiver-bears-one-at-a-time',
      with: 'nothing sent',
      change: () => [],
      expected: 'cut-off',
    },
    {
      requirement: 'receiver-answers-within-8-seconds',
      with: 'one silence',
      change: () => [answered(), unanswered('timeout')],
      expected: 'failed',
    },
  ],
})
