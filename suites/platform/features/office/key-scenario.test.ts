import { testClaims } from '../../../testing/claim-table.ts'
import { spec } from '../../vocabulary/events/testing.ts'
import type { OfficeTrace } from '../../vocabulary/operator/scenario.ts'
import {
  answeredWith,
  done,
  officeTrace,
  refusedStep,
  secrets,
  snapshotOf,
} from '../../vocabulary/operator/testing.ts'
import type { KeysBeyondLimit } from './key-orders.ts'
import { integrationKeys } from './key-scenario.ts'
import type { KeysTrace } from './keys.ts'
import type { KeyRotationTrace, RotationMoment } from './rotation.ts'
import { arrived, keyRead, rotation } from './rotation-testing.ts'

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

const lasting = { soon: answeredWith(200), later: answeredWith(200) }

const right: KeysTrace = {
  tooMany: [asked, together],
  rotation,
  lasting: { primary: lasting, secondary: lasting },
}

const trace = (some: Partial<KeysTrace> = {}): OfficeTrace<KeysTrace> =>
  officeTrace({ ...right, ...some }, secrets('integration key', 4))
const rotated = (some: Partial<KeyRotationTrace>) => () => trace({ rotation: { ...rotation, ...some } })
const atMoment = (place: number, ...reads: RotationMoment['reads']) =>
  rotated({ moments: rotation.moments.map((one, at) => (at === place ? { ...one, reads } : one)) })

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
      requirement: 'key-rotation-has-its-steps',
      with: 'a moment in which no key works',
      change: atMoment(3, keyRead('second', 401), keyRead('first', 401)),
      expected: 'failed',
      finding: { expected: 'a key that works while the third key is made' },
    },
    {
      requirement: 'key-rotation-has-its-steps',
      with: 'a new key that never works',
      change: rotated({ arrived: [arrived('second'), arrived('third', 401)] }),
      expected: 'failed',
    },
    {
      requirement: 'key-rotation-has-its-steps',
      with: 'a first key that did not work',
      change: atMoment(0, keyRead('first', 401)),
      expected: 'cut-off',
    },
    {
      requirement: 'key-rotation-has-its-steps',
      with: 'a rotation that is refused',
      change: rotated({ primary: refusedStep('rotate_key') }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'primary-key-works',
      with: 'a new key that opens no policy',
      change: rotated({ arrived: [arrived('second'), arrived('third', 200, 401)] }),
      expected: 'failed',
    },
    {
      requirement: 'replaced-key-stops-working',
      with: 'an old key that opens policies for ever',
      change: rotated({
        replaced: [
          {
            now: answeredWith(401),
            later: {
              old: { status: answeredWith(401), policy: answeredWith(200, {}, 'policy') },
              successor: { status: answeredWith(200) },
            },
          },
        ],
      }),
      expected: 'failed',
    },
    {
      requirement: 'primary-key-works',
      with: 'a primary key that ends with the secondary',
      change: atMoment(2, keyRead('second'), keyRead('first', 401)),
      expected: 'failed',
    },
    {
      requirement: 'secondary-key-works',
      with: 'a new key that opens no policy',
      change: rotated({ arrived: [arrived('second'), arrived('third'), arrived('fourth', 200, 401)] }),
      expected: 'failed',
    },
    {
      requirement: 'secondary-key-works',
      with: 'a secondary key that ends with the primary',
      change: atMoment(4, keyRead('third'), keyRead('second', 401)),
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
    {
      requirement: 'replaced-key-stops-working',
      with: 'a key that works after a day',
      change: rotated({
        replaced: [
          {
            now: answeredWith(401),
            later: { old: { status: answeredWith(200) }, successor: { status: answeredWith(200) } },
          },
        ],
      }),
      expected: 'failed',
    },
    {
      requirement: 'replaced-key-stops-working',
      with: 'a key that ended at once, on real time',
      change: rotated({ replaced: [{ now: answeredWith(401) }] }),
      expected: 'passed',
    },
    {
      requirement: 'replaced-key-stops-working',
      with: 'a key that still works, on real time',
      change: rotated({ replaced: [{ now: answeredWith(200) }] }),
      expected: 'cannot-tell',
    },
    { requirement: 'observe-replaced-key', with: 'as it is', expected: 'observed' },
    { requirement: 'other-accounts-stay-as-they-are', with: 'as it is', expected: 'cannot-tell' },
    { requirement: 'observe-what-the-run-leaves', with: 'as it is', expected: 'observed' },
  ],
})
