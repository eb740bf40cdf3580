import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, effectsOf } from '../../testing/trace.ts'
import { brokenAttempt } from './broken-attempt.ts'

const spec = await loadSpec()
const once = effectsOf({ a: 1 })
const twice = effectsOf({ a: 2 })
const never = effectsOf({})

testClaims(brokenAttempt, {
  spec,
  trace: {
    rounds: [{ framing: 'broken-off', id: 'a', broken: answered(), whole: answered() }],
    effects: once,
  },
  rows: [
    {
      requirement: 'receiver-accepts-after-a-broken-attempt',
      with: 'a refusal',
      change: (copy) => ({
        ...copy,
        rounds: [...copy.rounds, { framing: 'hung-up', id: 'b', broken: answered(), whole: answered(400) }],
      }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-accepts-after-a-broken-attempt',
      with: 'a refusal, as of every second attempt',
      change: (copy) => ({
        ...copy,
        rounds: copy.rounds.map((round) => ({ ...round, whole: answered(400), unbroken: answered(400) })),
      }),
      expected: 'cut-off',
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'two effects',
      change: (copy) => ({ ...copy, effects: twice }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'no effect',
      change: (copy) => ({ ...copy, effects: never }),
      expected: 'failed',
    },
  ],
})
