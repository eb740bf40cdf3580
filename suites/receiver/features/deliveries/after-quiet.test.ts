import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered } from '../../testing/trace.ts'
import { afterQuiet } from './after-quiet.ts'

testClaims(afterQuiet, {
  spec: await loadSpec(),
  trace: [answered(), answered()],
  rows: [
    { requirement: 'receiver-answers-within-8-seconds', with: 'as it is', expected: 'passed' },
    {
      requirement: 'receiver-answers-within-8-seconds',
      with: 'a first answer that is late',
      change: ([, second]) => [answered(200, 9500), second ?? answered()],
      expected: 'failed',
    },
    { requirement: 'receiver-bears-one-at-a-time', with: 'as it is', expected: 'passed' },
    {
      requirement: 'receiver-bears-one-at-a-time',
      with: 'a refusal of the first one',
      change: ([, second]) => [answered(503), second ?? answered()],
      expected: 'failed',
    },
  ],
})
