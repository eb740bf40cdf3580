import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, effectsOf, UNSEEN } from '../../testing/trace.ts'
import { knownToTheEnd } from './late.ts'

const LAST = 'receiver-processes-once-to-the-last-retry'
const late = [{ id: 'a', first: answered(), again: answered() }]
const twice = effectsOf({ a: 2 })

testClaims(knownToTheEnd, {
  spec: await loadSpec(),
  trace: { late, apartMs: 314_500, effects: effectsOf({ a: 1 }) },
  rows: [
    {
      requirement: LAST,
      with: 'two effects',
      change: (copy) => ({ ...copy, effects: twice }),
      expected: 'failed',
    },
    {
      requirement: LAST,
      with: 'a shorter time',
      change: (copy) => ({ ...copy, apartMs: 200_000 }),
      expected: 'cannot-tell',
    },
    {
      requirement: LAST,
      with: 'no event kept',
      change: (copy) => ({ ...copy, late: [] }),
      expected: 'cannot-tell',
    },
    {
      requirement: LAST,
      with: 'nothing to see of effects',
      change: (copy) => ({ ...copy, effects: UNSEEN }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'receiver-processes-once',
      with: 'two effects',
      change: (copy) => ({ ...copy, effects: twice }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-once',
      with: 'no event kept',
      change: (copy) => ({ ...copy, late: [] }),
      expected: 'observed',
    },
    {
      requirement: 'receiver-accepts-a-later-attempt',
      with: 'a refusal of it',
      change: (copy) => ({ ...copy, late: late.map((one) => ({ ...one, again: answered(409) })) }),
      expected: 'failed',
    },
  ],
})
