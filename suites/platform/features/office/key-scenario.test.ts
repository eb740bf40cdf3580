import { testClaims } from '../../../testing/claim-table.ts'
import { spec } from '../../vocabulary/events/testing.ts'
import type { OfficeTrace } from '../../vocabulary/operator/scenario.ts'
import { done, officeTrace, refusedStep, secrets, snapshotOf } from '../../vocabulary/operator/testing.ts'
import type { KeysBeyondLimit } from './key-orders.ts'
import { integrationKeys } from './key-scenario.ts'
import type { KeysTrace } from './keys.ts'

const asked: KeysBeyondLimit = {
  when: 'once there were two',
  filled: [done('create_key'), done('create_key')],
  listed: snapshotOf('list_keys', [{}, {}]),
  asked: [refusedStep('create_key')],
  free: 0,
}
const together: KeysBeyondLimit = {
  ...asked,
  when: 'twice at the same moment',
  filled: [done('create_key')],
  asked: [done('create_key'), refusedStep('create_key')],
  free: 1,
}

const right: KeysTrace = { tooMany: [asked, together] }

const trace = (some: Partial<KeysTrace> = {}): OfficeTrace<KeysTrace> =>
  officeTrace({ ...right, ...some }, secrets('integration key', 4))

testClaims(integrationKeys, {
  spec,
  trace: trace(),
  rows: [
    {
      requirement: 'integration-keys-are-at-most-two',
      with: 'a third key',
      change: () => trace({ tooMany: [{ ...asked, asked: [done('create_key')] }] }),
      expected: 'failed',
    },
    {
      requirement: 'integration-keys-are-at-most-two',
      with: 'a third key after a rotation',
      change: () =>
        trace({ tooMany: [asked, { ...asked, when: 'after a rotation', asked: [done('create_key')] }] }),
      expected: 'failed',
      finding: { under: 'after a rotation' },
    },
    {
      requirement: 'integration-keys-are-at-most-two',
      with: 'two keys at the same moment for one slot',
      change: () => trace({ tooMany: [{ ...together, asked: [done('create_key'), done('create_key')] }] }),
      expected: 'failed',
    },
    {
      requirement: 'integration-keys-are-at-most-two',
      with: 'two keys at the same moment that were both refused',
      change: () =>
        trace({ tooMany: [{ ...together, asked: [refusedStep('create_key'), refusedStep('create_key')] }] }),
      expected: 'passed',
    },
    {
      requirement: 'integration-keys-are-at-most-two',
      with: 'a second key refused where the list shows one',
      change: () =>
        trace({
          tooMany: [
            {
              ...asked,
              filled: [done('create_key'), refusedStep('create_key')],
              listed: snapshotOf('list_keys', [{}]),
              asked: [done('create_key')],
            },
          ],
        }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'integration-keys-are-at-most-two',
      with: 'an account that had both keys',
      change: () => trace({ tooMany: [{ ...asked, filled: [] }] }),
      expected: 'passed',
    },
    {
      requirement: 'integration-key-is-shown-once',
      with: 'a list that shows it',
      change: () => ({
        ...trace(),
        secrets: [{ of: 'integration key', mark: 0, made: 'made#0', shownIn: ['made#0', 'list#1'] }],
      }),
      expected: 'failed',
    },
    {
      requirement: 'lost-secret-is-replaced',
      with: 'the old key again',
      change: () => ({
        ...trace(),
        secrets: ['made#0', 'made#1'].map((made) => ({
          of: 'integration key',
          mark: 0,
          made,
          shownIn: [made],
        })),
      }),
      expected: 'failed',
    },
    { requirement: 'other-accounts-stay-as-they-are', with: 'as it is', expected: 'cannot-tell' },
    { requirement: 'observe-what-the-run-leaves', with: 'as it is', expected: 'observed' },
  ],
})
