import { expect, test } from 'vitest'
import { accessStory, saidOf } from './access-testing.ts'

const STARTS = 'registration-starts-pending'
const WORDS = 'partner-status-values'
const CLIENT_WORDS = 'client-status-values'
const PORTAL = 'credentials-come-from-the-portal'
const SPARES = 'deactivation-spares-other-clients'
const ONLY_ACTIVE = 'only-active-partners-authenticate'
const READY = ['open', 'approve', 'create']
const OF_OWN = ['create new own', 'grant t new']
const CLOSED = [...READY, 'ask made made 200', 'disable']

test.each<[string, readonly string[], string | undefined]>([
  [STARTS, ['open', 'page account pending'], 'passed'],
  [STARTS, ['open', 'page account Pending'], 'observed'],
  [STARTS, ['open', 'page account active'], 'failed: '],
  [STARTS, ['open', 'approve', 'page account active'], undefined],
  [STARTS, ['open', 'approve 409', 'page account active'], undefined],
  [STARTS, ['open', 'deny', 'again', 'page account denied'], 'passed'],
  [STARTS, ['open', 'deny', 'again', 'page account pending'], 'passed'],
  [STARTS, ['open', 'deny', 'again', 'page account active'], 'failed: '],
  [WORDS, ['open', 'page account active'], 'passed'],
  [WORDS, ['open', 'page account waiting'], 'failed: '],
  [WORDS, ['open', 'approve', 'disable', 'page account suspended'], 'failed: '],
  [WORDS, ['open', 'approve', 'disable', 'approve', 'page account disabled'], 'passed'],
  [WORDS, ['open', 'approve', 'deny', 'page account active'], 'passed'],
  [WORDS, ['open', 'approve 409', 'page account active'], 'passed'],
  [WORDS, ['open', 'approve 409', 'page account denied'], 'failed: '],
  [CLIENT_WORDS, [...READY, 'approve 409', 'page made inactive'], 'failed: after approve partner'],
  [CLIENT_WORDS, [...READY, 'page made active'], 'passed'],
  [CLIENT_WORDS, [...READY, 'page made enabled'], 'failed: after approve partner'],
  [
    CLIENT_WORDS,
    [...READY, 'deactivate made', 'page made active'],
    'failed: after approve partner, deactivate client',
  ],
  [CLIENT_WORDS, [...CLOSED, 'page made inactive'], 'passed'],
  [CLIENT_WORDS, [...CLOSED, 'page made disabled'], 'failed: after approve partner, disable partner'],
  ['client-id-shape', READY, 'failed: '],
  ['client-has-its-properties', [...READY, 'page made active'], 'passed'],
  ['client-has-its-properties', [...READY, 'page own active'], undefined],
  [PORTAL, [...READY, 'ask made made 200'], 'passed'],
  [PORTAL, [...READY, 'ask made made 401'], 'failed: after approve partner'],
  [PORTAL, [...OF_OWN, 'submit 200 t primary'], 'passed'],
  [PORTAL, [...OF_OWN, 'submit 401 t primary'], 'failed: '],
  [PORTAL, [...OF_OWN, 'submit 403 t secondary', 'submit 200 t primary'], 'failed: with the key: secondary'],
  [PORTAL, [...OF_OWN, 'submit 401 t wrong'], 'passed'],
  [PORTAL, [...OF_OWN, 'submit 400 t primary'], 'passed'],
  [PORTAL, [...OF_OWN, 'deactivate new', 'submit 401 t primary'], 'passed'],
  [PORTAL, [...READY, 'grant t made', 'submit 401 t primary'], 'passed'],
  [PORTAL, [...READY, 'ask made made reset'], 'failed: after approve partner'],
  [PORTAL, [...READY, 'ask made made 200', 'ask made made reset'], 'failed: after approve partner'],
  [PORTAL, [...READY, 'ask made made reset', 'ask made made 200'], 'passed'],
  [
    PORTAL,
    [...READY, 'ask made made reset', 'create too', 'ask too too 200'],
    'failed: after approve partner',
  ],
  [PORTAL, [...READY, 'ask made made timeout'], undefined],
  [PORTAL, ['open', 'create', 'ask made made 401'], undefined],
  [PORTAL, [...READY, 'deactivate made', 'ask made made 401'], undefined],
  [
    PORTAL,
    [...READY, 'deactivate made', 'activate made', 'ask made made 401'],
    'failed: after approve partner, deactivate client, activate client',
  ],
  ['approved-account-authenticates', [...READY, 'ask made made 401'], 'failed: after approve partner'],
  [
    'approved-account-authenticates',
    [...CLOSED, 'approve', 'page account active', 'ask made made 401'],
    'passed',
  ],
  [
    'approved-account-authenticates',
    [...CLOSED, 'approve', 'page account active', 'create new', 'ask new new 401'],
    'failed: after approve partner, disable partner, approve partner',
  ],
  [SPARES, [...READY, 'create too', 'deactivate made', 'ask too too 401'], 'failed: after approve partner'],
  [SPARES, [...READY, 'deactivate made', 'ask own own 200'], 'passed'],
  [SPARES, [...READY, 'ask own own 401'], undefined],
  ['lost-secret-is-replaced', [...READY, 'create too', 'ask too too 401'], 'failed: after approve partner'],
  [ONLY_ACTIVE, [...CLOSED, 'ask made made 401'], 'passed'],
  [
    ONLY_ACTIVE,
    [...CLOSED, 'ask made made 200'],
    'failed: an account that is not active, after approve partner, disable partner',
  ],
  [ONLY_ACTIVE, [...CLOSED, 'approve', 'ask made made 200'], undefined],
  [ONLY_ACTIVE, ['open', 'create', 'ask made made 401'], undefined],
  [ONLY_ACTIVE, ['open', 'create', 'approve 504', 'page account pending', 'ask made made 200'], undefined],
  [PORTAL, [...READY, 'disable 504', 'page account active', 'ask made made 401'], undefined],
  [
    PORTAL,
    ['open', 'create', 'approve 504', 'page account active', 'ask made made 401'],
    'failed: after approve partner',
  ],
  ['token-foreign-secret-refused', [...READY, 'ask made made-too 401', 'ask made made 200'], 'passed'],
  ['observe-tokens-of-disabled-account', [...READY, 'grant t made', 'disable', 'status 401 t'], 'observed'],
  ['webhook-key-registers-accounts', ['webhook-key', 'portal #0 200', 'portal nobody 409'], 'passed'],
  ['webhook-key-registers-accounts', ['webhook-key', 'portal #0 200', 'portal nobody 200'], 'failed: '],
  ['webhook-key-registers-accounts', ['webhook-key', 'portal #0 409', 'portal nobody 409'], 'cannot-tell'],
  ['webhook-key-registers-accounts', ['webhook-key', 'portal #0 200', 'portal #0 409'], 'passed'],
  [
    'webhook-key-registers-accounts',
    ['webhook-key', 'webhook-key', 'portal #0 409', 'portal #1 200'],
    'passed',
  ],
  [
    'webhook-key-registers-accounts',
    ['webhook-key', 'webhook-key', 'portal #0 200', 'portal #1 409'],
    'failed: ',
  ],
  [
    'observe-webhook-key-used-twice',
    ['webhook-key', 'webhook-key', 'portal #0 409', 'portal #0 409'],
    undefined,
  ],
  ['observe-webhook-key-used-twice', ['webhook-key', 'portal #0 200', 'portal #0 409'], 'observed'],
  ['webhook-key-status-values', ['webhook-key', 'portal #0 200', 'revoke #0', 'portal #0 409'], 'passed'],
  ['webhook-key-status-values', ['webhook-key', 'portal #0 200', 'revoke #0', 'portal #0 200'], 'failed: '],
  [
    'webhook-key-status-values',
    ['webhook-key', 'webhook-key', 'portal #0 200', 'revoke #0', 'portal #1 409'],
    'failed: ',
  ],
])('%s of what the run made, after %j: %s', (requirement, steps, expected) => {
  expect(saidOf(requirement, steps)).toBe(expected)
})

const LIMIT = 'integration-keys-are-at-most-two'
const FULL = ['open', 'approve', 'key', 'key']
const REOPENED = [...FULL, 'list 2', 'disable', 'approve']

test.each<[readonly string[], string | undefined]>([
  [FULL, undefined],
  [[...FULL, 'key 409'], 'passed'],
  [[...FULL, 'key'], 'failed: once there were two'],
  [[...FULL, 'rotate primary', 'key'], 'failed: after the primary key was replaced'],
  [['open', 'approve', 'key', 'list 1', 'key 409', 'key'], undefined],
  [['open', 'approve', 'key', 'list 2', 'key'], undefined],
  [[...REOPENED, 'list 2', 'key'], 'failed: after the account was approved again'],
  [[...REOPENED, 'list 0', 'key'], undefined],
  [[...REOPENED, 'key'], undefined],
  [['open', 'approve', 'list 0', 'key', 'key', 'disable', 'list 0', 'approve', 'list 0', 'key'], undefined],
  [[...FULL, 'list 2', 'rotate primary', 'disable', 'approve', 'list 2', 'key'], undefined],
  [['status 200 own primary', 'status 404 own secondary', 'key 409'], 'passed'],
])('the number of keys, after %j: %s', (steps, expected) => {
  expect(saidOf(LIMIT, steps)).toBe(expected)
})

const SHOWN = ['open', 'create', 'create too', 'page made active']

test.each<[string, string, readonly (readonly string[])[], string | undefined]>([
  ['client-secret-is-shown-once', 'only when it is made', [[], ['#1'], ['#2']], 'passed'],
  ['client-secret-is-shown-once', 'on a page too', [[], ['#1'], ['#2'], ['#1']], 'failed: '],
  ['client-secret-is-shown-once', 'to the next client', [[], ['#1'], ['#1', '#2']], 'failed: '],
  ['client-secret-is-shown-once', 'as that of the next client', [[], ['#1'], ['#1']], 'passed'],
  ['client-secret-is-shown-once', 'by nobody who is known', [], undefined],
  ['lost-secret-is-replaced', 'once', [[], ['#1'], ['#2']], 'passed'],
  ['lost-secret-is-replaced', 'as that of the next client', [[], ['#1'], ['#1']], 'failed: '],
])('%s, where a secret is shown %s', (requirement, _, holds, expected) => {
  const { exchanges } = accessStory(...SHOWN)
  const holding = exchanges.map((one, place) => ({
    ...one,
    ...(holds[place]?.length && { holds: holds[place] }),
  }))
  expect(saidOf(requirement, SHOWN, { exchanges: holding })).toBe(expected)
})

test.each([
  ['ask made made 200', 'failed: '],
  ['ask made made 401', undefined],
  ['ask made wrong 200', undefined],
])('a client secret that is the id of its client is shown by its page, after %s: %s', (asked, expected) => {
  const { exchanges } = accessStory('open', 'create', asked, 'page made active')
  const holding = exchanges.map((one) => {
    const { name, values = {} } = one.action ?? { name: '' }
    if (name === 'create_client') return { ...one, action: { name, values }, holds: ['#1'] }
    return name === 'show_client' ? { ...one, holds: ['#1'] } : one
  })
  expect(saidOf('client-secret-is-shown-once', [], { exchanges: holding })).toBe(expected)
})
