import type { SecretChoice } from '../../../../conformance/ports/receiver.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, effectsOf } from '../../testing/trace.ts'
import { gracePeriod } from './grace.ts'

const delivery = (secret: SecretChoice, status = 200) => ({
  ...{ name: `signed with ${secret}`, id: 'a', secret, exchange: answered(status) },
})

testClaims(gracePeriod, {
  spec: await loadSpec(),
  trace: { deliveries: [delivery('own'), delivery('previous')], effects: effectsOf({ a: 1 }) },
  rows: [
    {
      requirement: 'receiver-accepts-the-previous-secret',
      with: 'a refusal',
      change: (copy) => ({ ...copy, deliveries: [delivery('own'), delivery('previous', 401)] }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-accepts-the-new-secret',
      with: 'a refusal',
      change: (copy) => ({ ...copy, deliveries: [delivery('own', 401), delivery('previous')] }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-refuses-the-revoked-secret',
      with: 'one that is accepted after the previous one',
      change: (copy) => ({ ...copy, revoked: answered() }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-refuses-the-revoked-secret',
      with: 'none in the profile',
      expected: 'cannot-tell',
    },
    {
      requirement: 'receiver-processes-once',
      with: 'two effects',
      change: (copy) => ({ ...copy, effects: effectsOf({ a: 2 }) }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'no effect',
      change: (copy) => ({ ...copy, effects: effectsOf({}) }),
      expected: 'failed',
    },
  ],
})
