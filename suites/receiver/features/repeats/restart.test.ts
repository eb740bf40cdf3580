import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, effectsOf } from '../../testing/trace.ts'
import { restarted } from './restart.ts'
import { restartedAtOnce } from './restart-at-once.ts'

const spec = await loadSpec()
const once = effectsOf({ a: 1 })
const twice = effectsOf({ a: 2 })
const never = effectsOf({})

testClaims(restarted, {
  spec,
  trace: {
    rounds: [{ id: 'a', first: answered(), before: once, again: answered(), after: once }],
    poisoned: { id: 'a', forgery: answered(401), right: answered(), after: once },
    ...{ previous: answered(), revoked: answered(401), forged: answered(401) },
  },
  rows: [
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'a right one that is never processed',
      change: (copy) => ({ ...copy, poisoned: { ...copy.poisoned, after: never } }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'a right one that is refused',
      change: (copy) => ({ ...copy, poisoned: { ...copy.poisoned, right: answered(401) } }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'a forgery that is taken',
      change: (copy) => ({ ...copy, poisoned: { ...copy.poisoned, forgery: answered(), after: never } }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'receiver-processes-once-across-a-restart',
      with: 'one effect more afterwards',
      change: (copy) => ({ ...copy, rounds: copy.rounds.map((one) => ({ ...one, after: twice })) }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-once-across-a-restart',
      with: 'effects that could not be read in between',
      change: (copy) => ({
        ...copy,
        rounds: copy.rounds.map((one) => ({
          ...one,
          before: { absent: 'target', why: 'no answer' } as const,
        })),
      }),
      expected: 'cut-off',
    },
    {
      requirement: 'receiver-accepts-a-later-attempt',
      with: 'a refusal',
      change: (copy) => ({ ...copy, rounds: copy.rounds.map((one) => ({ ...one, again: answered(500) })) }),
      expected: 'failed',
    },
    ...(['receiver-refuses-the-revoked-secret', 'receiver-refuses-wrong-signature'] as const).map(
      (requirement) => ({ requirement, with: 'as it is', expected: 'passed' as const }),
    ),
    {
      requirement: 'receiver-accepts-the-previous-secret',
      with: 'a refusal after the restart',
      change: (copy) => ({ ...copy, previous: answered(401) }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-refuses-the-revoked-secret',
      with: 'one that is taken after the restart',
      change: (copy) => ({ ...copy, revoked: answered() }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-refuses-wrong-signature',
      with: 'a forgery that is taken after the restart',
      change: (copy) => ({ ...copy, forged: answered() }),
      expected: 'failed',
    },
  ],
})

testClaims(restartedAtOnce, {
  spec,
  trace: { earlier: 'b', id: 'a', taken: answered(), after: effectsOf({ a: 1, b: 1 }) },
  rows: [
    {
      requirement: 'receiver-processes-once-across-a-restart',
      with: 'an event that is lost',
      change: (copy) => ({ ...copy, after: effectsOf({ b: 1 }) }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-once-across-a-restart',
      with: 'effects that begin anew',
      change: (copy) => ({ ...copy, after: effectsOf({}) }),
      expected: 'cannot-tell',
    },
  ],
})
