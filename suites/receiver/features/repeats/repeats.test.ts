import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, effectsOf, UNSEEN } from '../../testing/trace.ts'
import { sentAgain, sentEarly } from './at-the-end.ts'
import type { ChainStepKind } from './chains.ts'
import { manyOthers } from './many-others.ts'
import { repeats } from './repeats.ts'
import { repeatsTogether } from './together.ts'

const spec = await loadSpec()
const once = effectsOf({ a: 1 })
const twice = effectsOf({ a: 2 })
const never = effectsOf({})
const taken = (kind: ChainStepKind, status = 200) => ({
  kind,
  name: kind,
  id: 'a',
  exchange: answered(status),
})

testClaims(repeats, {
  spec,
  trace: {
    taken: [taken('first'), taken('repeat'), taken('later'), taken('forged', 401)],
    effects: once,
  },
  rows: [
    {
      requirement: 'receiver-accepts-a-repeat',
      with: 'a 409 to it',
      change: (copy) => ({ ...copy, taken: [taken('first'), taken('repeat', 409)] }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-accepts-a-later-attempt',
      with: 'a 409 to it',
      change: (copy) => ({ ...copy, taken: [taken('first'), taken('later', 409)] }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-refuses-forgery-of-a-known-id',
      with: 'a 200 to it',
      change: (copy) => ({ ...copy, taken: [taken('first'), taken('forged', 200)] }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-once',
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

testClaims(manyOthers, {
  spec,
  trace: { id: 'a', first: answered(), others: 1100, again: answered(), effects: once },
  rows: [
    {
      requirement: 'receiver-processes-once-after-many-others',
      with: 'two effects',
      change: (copy) => ({ ...copy, effects: twice }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-once-after-many-others',
      with: 'time for a few others only',
      change: (copy) => ({ ...copy, others: 12 }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'receiver-accepts-a-later-attempt',
      with: 'a refusal',
      change: (copy) => ({ ...copy, again: answered(409) }),
      expected: 'failed',
    },
  ],
})

testClaims(repeatsTogether, {
  spec,
  trace: {
    rounds: [{ id: 'a', exchanges: [answered(), answered()] }],
    twin: { forged: answered(401), right: answered() },
    behind: { id: 'a', exchanges: [answered()] },
    others: [{ id: 'b', exchanges: [answered()] }],
    effects: effectsOf({ a: 1, b: 1 }),
  },
  rows: [
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'a refusal once the forgery was answered',
      change: (copy) => ({ ...copy, behind: { id: 'a', exchanges: [answered(409)] } }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'no effect',
      change: (copy) => ({ ...copy, effects: effectsOf({ b: 1 }) }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'no effect, and none of right events that arrived together',
      change: (copy) => ({ ...copy, effects: effectsOf({}) }),
      expected: 'cut-off',
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'no effect of an event that arrived together with others',
      change: (copy) => ({ ...copy, effects: effectsOf({ a: 1 }) }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'a refusal of each of them',
      change: (copy) => ({ ...copy, others: [{ id: 'b', exchanges: [answered(503)] }] }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'receiver-refuses-forgery-of-a-known-id',
      with: 'a forgery accepted while its event is in work',
      change: (copy) => ({ ...copy, twin: { forged: answered(), right: answered() } }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-refuses-forgery-of-a-known-id',
      with: 'a forgery accepted, as of an event that never came',
      change: (copy) => ({ ...copy, twin: { forged: answered(), right: answered(), ofUnknown: answered() } }),
      expected: 'cut-off',
    },
    {
      requirement: 'receiver-processes-concurrent-repeats-once',
      with: 'two effects',
      change: (copy) => ({ ...copy, effects: twice }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-answers-concurrent-repeats',
      with: 'a 409 to one',
      change: (copy) => ({ ...copy, rounds: [{ id: 'a', exchanges: [answered(), answered(409)] }] }),
      expected: 'failed',
    },
  ],
})

testClaims(sentEarly, {
  spec,
  trace: [answered()],
  rows: [
    {
      requirement: 'receiver-accepts-a-later-attempt',
      with: 'a refusal',
      change: () => [answered(400)],
      expected: 'failed',
    },
  ],
})

testClaims(sentAgain, {
  spec,
  trace: { early: [{ id: 'a', first: answered(), again: answered() }], effects: once },
  rows: [
    {
      requirement: 'receiver-processes-once',
      with: 'two effects',
      change: (copy) => ({ ...copy, effects: twice }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-once',
      with: 'nothing to see of effects',
      change: (copy) => ({ ...copy, effects: UNSEEN }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'receiver-accepts-a-later-attempt',
      with: 'a refusal',
      change: () => ({ early: [{ id: 'a', first: answered(), again: answered(410) }], effects: once }),
      expected: 'failed',
    },
  ],
})
