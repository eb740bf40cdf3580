import { testClaims } from '../../../testing/claim-table.ts'
import { spec } from '../../vocabulary/events/testing.ts'
import type { OfficeTrace } from '../../vocabulary/operator/scenario.ts'
import { done, lacking, officeTrace, refusedStep, secrets } from '../../vocabulary/operator/testing.ts'
import { webhookKeys } from './webhook-key-scenario.ts'
import type { WebhookKeysTrace } from './webhook-keys.ts'

const opened = done('register_portal_account')
const closed = refusedStep('register_portal_account')

const right: WebhookKeysTrace = {
  active: opened,
  again: opened,
  unknown: closed,
  revoke: done('revoke_webhook_key'),
  revoked: closed,
  other: opened,
  isItsOwnId: false,
  deliveries: { came: 2, signed: [] },
}

const trace = (some: Partial<WebhookKeysTrace> = {}): OfficeTrace<WebhookKeysTrace> =>
  officeTrace({ ...right, ...some }, secrets('webhook key', 2))

testClaims(webhookKeys, {
  spec,
  trace: trace(),
  rows: [
    { requirement: 'observe-webhook-key-used-twice', with: 'as it is', expected: 'observed' },
    {
      requirement: 'webhook-key-registers-accounts',
      with: 'an account for a key that nobody made',
      change: () => trace({ unknown: opened }),
      expected: 'failed',
    },
    {
      requirement: 'webhook-key-registers-accounts',
      with: 'no account for any key',
      change: () => trace({ active: closed, again: closed, other: closed }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'observe-webhook-key-used-twice',
      with: 'no second account for one key',
      change: () => trace({ again: closed }),
      expected: 'observed',
    },
    {
      requirement: 'webhook-key-status-values',
      with: 'an account for a revoked key',
      change: () => trace({ revoked: opened }),
      expected: 'failed',
    },
    {
      requirement: 'webhook-key-status-values',
      with: 'another key that is revoked along',
      change: () => trace({ other: closed }),
      expected: 'failed',
    },
    {
      requirement: 'webhook-key-status-values',
      with: 'nobody who can revoke',
      change: () => trace({ revoke: lacking('revoke_webhook_key') }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'webhook-key-is-shown-once',
      with: 'a key that is its own id',
      change: () => trace({ isItsOwnId: true }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'webhook-key-is-shown-once',
      with: 'an answer that repeats it',
      change: () => ({
        ...trace(),
        secrets: [{ of: 'webhook key', mark: 0, made: 'made#0', shownIn: ['made#0', 'revoke#1'] }],
      }),
      expected: 'failed',
    },
    {
      requirement: 'lost-secret-is-replaced',
      with: 'one key only',
      change: () => officeTrace(right, secrets('webhook key', 1)),
      expected: 'cannot-tell',
    },
    {
      requirement: 'webhook-key-signs-nothing',
      with: 'a delivery that it signs',
      change: () => trace({ deliveries: { came: 2, signed: ['/hook#1'] } }),
      expected: 'failed',
      finding: { arrival: '/hook#1' },
    },
    { requirement: 'other-accounts-stay-as-they-are', with: 'as it is', expected: 'cannot-tell' },
    { requirement: 'observe-what-the-run-leaves', with: 'as it is', expected: 'observed' },
  ],
})
