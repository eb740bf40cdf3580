import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, unanswered } from '../../testing/trace.ts'
import { firstDelivery } from './first.ts'

testClaims(firstDelivery, {
  spec: await loadSpec(),
  trace: answered(),
  rows: [
    {
      requirement: 'receiver-accepts-quote-created',
      with: 'a redirect',
      change: () => answered(307),
      expected: 'failed',
      finding: { expected: 'a 2xx answer', observed: 'status 307' },
    },
    {
      requirement: 'receiver-accepts-quote-created',
      with: 'nobody there',
      change: () => unanswered('unreachable'),
      expected: 'cut-off',
    },
    {
      requirement: 'receiver-answers-within-8-seconds',
      with: 'an answer after 8.6 s',
      change: () => answered(200, 8601),
      expected: 'failed',
      finding: { observed: 'an answer after 8600 ms' },
    },
    {
      requirement: 'receiver-answers-within-8-seconds',
      with: 'an answer after 7 s',
      change: () => answered(200, 7001),
      expected: 'passed',
    },
    {
      requirement: 'receiver-answers-within-8-seconds',
      with: 'silence',
      change: () => unanswered('timeout'),
      expected: 'failed',
    },
  ],
})
