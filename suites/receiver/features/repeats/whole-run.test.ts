import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, effectsOf, UNSEEN } from '../../testing/trace.ts'
import { wholeRun } from './whole-run.ts'

const spec = await loadSpec()
const twice = effectsOf({ a: 2 })

testClaims(wholeRun, {
  spec,
  trace: {
    whole: effectsOf({ a: 1, b: 0 }),
    owed: ['a', 'c'].map((id) => ({ id, exchanges: [answered()] })),
    effects: effectsOf({ a: 1, c: 1 }),
  },
  rows: [
    {
      requirement: 'receiver-processes-once',
      with: 'two effects',
      change: (copy) => ({ ...copy, whole: twice }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-once',
      with: 'nothing to see of effects',
      change: (copy) => ({ ...copy, whole: UNSEEN }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'one missing behind one that shows',
      change: (copy) => ({ ...copy, effects: effectsOf({ a: 1, c: 0 }) }),
      expected: 'failed',
      finding: { at: 'effects' },
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'nothing that it owes',
      change: (copy) => ({ ...copy, owed: [] }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'none',
      change: (copy) => ({ ...copy, effects: effectsOf({ a: 0, c: 0 }) }),
      expected: 'cannot-tell',
    },
  ],
})
