import { testClaims } from '../../../testing/claim-table.ts'
import { spec } from '../../vocabulary/events/testing.ts'
import {
  answeredWith,
  done,
  lacking,
  noToken,
  officeTrace,
  refusedStep,
  secrets,
  snapshotOf,
  tokenAnswer,
} from '../../vocabulary/operator/testing.ts'
import { partnerAccounts } from './account-scenario.ts'
import type { AccountsTrace } from './accounts.ts'
import { stand } from './accounts-testing.ts'

const right: AccountsTrace = {
  pending: stand('register_partner', 'pending'),
  pendingToo: stand('register_partner', 'pending'),
  namesakes: [],
  active: stand('approve_partner', 'active'),
  disabled: stand('disable_partner', 'disabled'),
  toggled: [noToken(), noToken()],
  reopened: stand('approve_partner', 'active'),
  disabledAgain: stand('disable_partner', 'disabled'),
  again: { step: done('create_client'), token: tokenAnswer() },
  denied: stand('deny_partner', 'denied'),
  // A platform may go on showing an active account as active.
  deniedLater: { ...stand('deny_partner', 'active'), tokens: [tokenAnswer()] },
  reapplied: stand('deny_partner', 'pending'),
  client: done('create_client'),
  old: { during: [answeredWith(200), answeredWith(401)], after: answeredWith(401) },
}

const ROWS = { client: 'client-secret', 'integration key': 'integration-key' } as const
const made = [...secrets('client', 2), ...secrets('integration key', 1)]

type Change = (seen: { -readonly [Name in keyof AccountsTrace]: AccountsTrace[Name] }) => void
const seen = (change: Change) => {
  const copy = structuredClone(right)
  change(copy)
  return () => officeTrace(copy, made)
}

/** Statuses in which further accounts may start: a denied one whose company registers again stays denied, or is pending. */
const STARTS = [
  { part: 'pendingToo', status: 'active', expected: 'failed' },
  { part: 'reapplied', status: 'denied', expected: 'passed' },
  { part: 'reapplied', status: 'Denied', expected: 'passed' },
  { part: 'reapplied', status: 'active', expected: 'failed' },
] as const

testClaims(partnerAccounts, {
  spec,
  trace: officeTrace(right, made),
  rows: [
    ...['active', 'denied'].map((status) => ({
      requirement: 'registration-starts-pending',
      with: `a namesake that starts ${status}`,
      change: seen((one) => void Object.assign(one, { namesakes: [stand('register_partner', status)] })),
      expected: 'failed' as const,
    })),
    ...STARTS.map(({ part, status, expected }) => ({
      requirement: 'registration-starts-pending',
      with: `${part} ${status}`,
      change: seen((one) => void Object.assign(one, { [part]: stand('register_partner', status) })),
      expected,
    })),
    {
      requirement: 'registration-starts-pending',
      with: 'an account that starts active',
      change: seen((one) => {
        one.pending = { ...one.pending, snapshot: snapshotOf('show_partner', { status: 'active' }) }
      }),
      expected: 'failed',
      finding: { expected: 'the status pending', observed: 'active' },
    },
    {
      requirement: 'registration-starts-pending',
      with: 'a capital letter',
      change: seen((one) => {
        one.pending = { ...one.pending, snapshot: snapshotOf('show_partner', 'Pending') }
      }),
      expected: 'observed',
    },
    {
      requirement: 'registration-starts-pending',
      with: 'nobody who can check',
      change: seen((one) => {
        one.pending = { ...one.pending, snapshot: { step: lacking('show_partner') } }
      }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'partner-status-values',
      with: 'another word',
      change: seen((one) => {
        one.disabled = {
          ...one.disabled,
          snapshot: snapshotOf('show_partner', { partner: { status: 'suspended' } }),
        }
      }),
      expected: 'failed',
    },
    {
      requirement: 'partner-status-values',
      with: 'an account that nobody can deny',
      change: seen((one) => {
        one.denied = { ...one.denied, step: lacking('deny_partner') }
      }),
      expected: 'passed',
    },
    ...(
      ['pending', 'pendingToo', 'disabled', 'disabledAgain', 'denied', 'deniedLater', 'reapplied'] as const
    ).map((name) => ({
      requirement: 'only-active-partners-authenticate',
      with: `a token for the second client of an account that is ${name}`,
      change: seen((one) => {
        const { disabled, denied } = right
        one[name] = { ...(name === 'deniedLater' ? denied : disabled), tokens: [noToken(), tokenAnswer()] }
      }),
      expected: 'failed' as const,
    })),
    {
      requirement: 'only-active-partners-authenticate',
      with: 'a token for a client of a disabled account that was activated again',
      change: seen((one) => {
        one.toggled = [tokenAnswer(), noToken()]
      }),
      expected: 'failed',
    },
    {
      requirement: 'only-active-partners-authenticate',
      with: 'no token for the active account either',
      change: seen((one) => {
        one.active = { ...one.active, tokens: [noToken(), noToken()] }
      }),
      expected: 'cut-off',
    },
    {
      requirement: 'only-active-partners-authenticate',
      with: 'no client that could ask',
      change: seen((one) => {
        one.client = refusedStep('create_client')
        for (const name of ['disabledAgain', 'deniedLater', 'reapplied'] as const) delete one[name]
        for (const name of ['pending', 'pendingToo', 'active', 'disabled', 'denied'] as const)
          one[name] = { ...one[name], tokens: [] }
      }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'approved-account-authenticates',
      with: 'no token',
      change: seen((one) => {
        one.active = { ...one.active, tokens: [noToken(), noToken()] }
      }),
      expected: 'failed',
    },
    {
      requirement: 'approved-account-authenticates',
      with: 'no token once it was approved again',
      change: seen((one) => {
        one.again = { step: done('create_client'), token: noToken() }
      }),
      expected: 'failed',
      finding: { under: 'once it was approved again' },
    },
    ...(['client', 'integration key'] as const).flatMap((of) => [
      {
        requirement: `${ROWS[of]}-is-shown-once`,
        with: 'another answer with it',
        change: () => officeTrace(right, [{ of, mark: 0, made: 'made#0', shownIn: ['made#0', 'look#1'] }]),
        expected: 'failed' as const,
      },
      {
        requirement: `${ROWS[of]}-is-shown-once`,
        with: 'nobody who can check',
        change: seen((one) => {
          one.disabled = {
            ...one.disabled,
            clients: [{ step: lacking('show_client') }],
            keys: { step: lacking('list_keys') },
          }
        }),
        expected: 'cannot-tell' as const,
      },
    ]),
    { requirement: 'other-accounts-stay-as-they-are', with: 'as it is', expected: 'cannot-tell' },
    { requirement: 'observe-tokens-of-disabled-account', with: 'as it is', expected: 'observed' },
    { requirement: 'observe-what-the-run-leaves', with: 'as it is', expected: 'observed' },
  ],
})
