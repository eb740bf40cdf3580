import { testClaims } from '../../../testing/claim-table.ts'
import { spec } from '../../vocabulary/events/testing.ts'
import type { OfficeTrace } from '../../vocabulary/operator/scenario.ts'
import {
  answeredWith,
  lacking,
  noToken,
  officeTrace,
  secrets,
  snapshotOf,
  tokenAnswer,
} from '../../vocabulary/operator/testing.ts'
import type { ClientAfter } from './client-changes.ts'
import { m2mClients } from './client-scenario.ts'
import type { ClientSeen, ClientsTrace } from './clients.ts'
import { createdClient, right, SHOWN, UUID } from './clients-testing.ts'

const trace = (some: Partial<ClientsTrace> = {}): OfficeTrace<ClientsTrace> =>
  officeTrace({ ...right, ...some }, secrets('client', 2))
const withClient = (some: Partial<ClientSeen>) => () =>
  trace({ clients: [{ ...createdClient, ...some }, createdClient] })
const showing = (some: Readonly<Record<string, unknown>>) =>
  withClient({ snapshot: snapshotOf('show_client', { page: [{ ...SHOWN, ...some }] }) })
/** Makes a trace in which one client looks different after one of the changes. */
const later = (place: number, client: number, some: Partial<ClientAfter>) => () =>
  trace({
    changes: right.changes.map((change, at) =>
      at === place
        ? { ...change, clients: change.clients.map((one, of) => (of === client ? { ...one, ...some } : one)) }
        : change,
    ),
  })

testClaims(m2mClients, {
  spec,
  trace: trace(),
  rows: [
    {
      requirement: 'client-id-shape',
      with: 'another partner in it',
      change: withClient({ id: `m2m-p2-${UUID}` }),
      expected: 'failed',
      finding: { expected: 'm2m-p1-{uuid}' },
    },
    ...Object.keys(SHOWN).map((name) => ({
      requirement: 'client-has-its-properties',
      with: `no ${name}`,
      change: showing({ [name]: undefined }),
      expected: 'failed' as const,
    })),
    {
      requirement: 'client-has-its-properties',
      with: 'times since the epoch and four characters alone',
      change: showing({ created: 1_772_323_200_000, preview: 'WXYZ' }),
      expected: 'passed',
    },
    {
      requirement: 'client-has-its-properties',
      with: 'an inactive client without its date',
      change: later(0, 0, {
        snapshot: snapshotOf('show_client', { ...SHOWN, status: 'inactive', created: undefined }),
      }),
      expected: 'failed',
    },
    {
      requirement: 'client-has-its-properties',
      with: 'nobody who can check',
      change: () =>
        trace({ clients: [{ ...createdClient, snapshot: { step: lacking('show_client') } }], changes: [] }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'token-foreign-secret-refused',
      with: 'a token for the secret of the other client',
      change: () => trace({ crossed: [noToken(), tokenAnswer()] }),
      expected: 'failed',
    },
    {
      requirement: 'token-foreign-secret-refused',
      with: 'no second client',
      change: () => trace({ crossed: [] }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'client-status-values',
      with: 'an inactive client that looks active',
      change: later(0, 0, { snapshot: snapshotOf('show_client', SHOWN) }),
      expected: 'failed',
    },
    {
      requirement: 'client-status-values',
      with: 'a client that the activation of another one activates',
      change: later(2, 1, { snapshot: snapshotOf('show_client', SHOWN) }),
      expected: 'failed',
      finding: { under: 'after client 1 was activated' },
    },
    {
      requirement: 'client-status-values',
      with: 'another word',
      change: showing({ status: 'enabled' }),
      expected: 'failed',
    },
    {
      requirement: 'client-secret-is-shown-once',
      with: 'a second answer with it',
      change: () => ({
        ...trace(),
        secrets: [{ of: 'client', mark: 0, made: 'made#0', shownIn: ['made#0', 'look#1'] }],
      }),
      expected: 'failed',
      finding: { exchange: 'look#1' },
    },
    {
      requirement: 'credentials-come-from-the-portal',
      with: 'no token',
      change: withClient({ token: noToken() }),
      expected: 'failed',
    },
    {
      requirement: 'credentials-come-from-the-portal',
      with: 'a key that opens nothing',
      change: () => trace({ submitted: answeredWith(401, {}, 'submit') }),
      expected: 'failed',
    },
    {
      requirement: 'credentials-come-from-the-portal',
      with: 'no token once it was activated again',
      change: later(2, 0, { token: noToken() }),
      expected: 'failed',
    },
    {
      requirement: 'lost-secret-is-replaced',
      with: 'the same secret again',
      change: () => ({
        ...trace(),
        secrets: ['made#0', 'made#1'].map((made) => ({
          of: 'client',
          mark: 0,
          made,
          shownIn: ['made#0', 'made#1'],
        })),
      }),
      expected: 'failed',
    },
    {
      requirement: 'status-stays-readable',
      with: 'a quote that its client alone can read',
      change: () => trace({ withSecond: answeredWith(404) }),
      expected: 'failed',
    },
    {
      requirement: 'status-stays-readable',
      with: 'a quote that nobody can read',
      change: () => trace({ withFirst: answeredWith(404) }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'deactivation-spares-other-clients',
      with: 'another client without a token',
      change: later(0, 1, { token: noToken() }),
      expected: 'failed',
    },
    {
      requirement: 'deactivation-spares-other-clients',
      with: 'no token for the own client',
      change: () => trace({ changes: right.changes.map((one) => ({ ...one, own: noToken() })) }),
      expected: 'failed',
    },
    {
      requirement: 'deactivation-spares-other-clients',
      with: 'nobody who deactivates',
      change: () =>
        trace({ changes: right.changes.map((one) => ({ ...one, step: lacking('deactivate_client') })) }),
      expected: 'cannot-tell',
    },
    ...['deactivation-spares-other-clients', 'client-status-values'].map((requirement) => ({
      requirement,
      with: 'nobody who activates',
      change: () =>
        trace({
          changes: right.changes.map((one, place) =>
            place === 2 ? { ...one, step: lacking('activate_client') } : one,
          ),
        }),
      expected: 'passed' as const,
    })),
    {
      requirement: 'client-status-values',
      with: 'a client of which nobody knows whether it is inactive',
      change: later(1, 0, { isInactive: undefined }),
      expected: 'passed',
    },
    { requirement: 'other-accounts-stay-as-they-are', with: 'as it is', expected: 'cannot-tell' },
    { requirement: 'observe-what-the-run-leaves', with: 'as it is', expected: 'observed' },
  ],
})
