import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered } from '../../testing/trace.ts'
import { afterQuiet } from './after-quiet.ts'

const processed = (times: number) => ({ times: { a: times }, exchange: answered(), waitedMs: 500 })

testClaims(afterQuiet, {
  spec: await loadSpec(),
  trace: {
    repeated: [{ id: 'a', exchanges: [answered(), answered()] }],
    others: [answered()],
    effects: processed(1),
  },
  rows: [
    {
      requirement: 'receiver-answers-within-8-seconds',
      with: 'a first answer that is late',
      change: (trace) => ({
        ...trace,
        repeated: [{ id: 'a', exchanges: [answered(), answered(200, 9500)] }],
      }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-bears-one-at-a-time',
      with: 'a refusal of the first one',
      change: (trace) => ({ ...trace, repeated: [{ id: 'a', exchanges: [answered(), answered(503)] }] }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-once',
      with: 'an event that is processed again behind the quiet time',
      change: (trace) => ({ ...trace, effects: processed(2) }),
      expected: 'failed',
    },
  ],
})
