import { expect, test } from 'vitest'
import { accessStory, saidOf } from './access-testing.ts'

/** A quote that the partner made and can read. */
const SERVED = ['submit 200', 'status 200']
const LIFE = 'token-lives-3600-seconds'
const OLDER = 'older-token-stays-valid'
const SURVIVES = 'issued-token-survives-deactivation'
const EXPIRED = 'status-expired-token-401'

test.each<[string, readonly string[], string | undefined]>([
  [LIFE, ['grant a', 'move 3580', 'status 200 a'], 'passed'],
  [LIFE, ['grant a', 'move 3580', 'status 401 a'], 'failed: 20 seconds before the end of its token'],
  [LIFE, ['grant a', 'move 1900', 'status 200 a'], undefined],
  [LIFE, ['grant a', 'move 1900', 'status 401 a'], 'failed: 28 minutes before the end of its token'],
  [LIFE, ['grant a', 'move 3598', 'status 401 a'], undefined],
  [LIFE, ['grant a', 'move 3580', 'bind 403 a'], undefined],
  [LIFE, ['grant a', 'move 3580', 'status 401 a wrong'], undefined],
  [
    LIFE,
    ['grant a', 'move 1800', 'grant a', 'move 3580', 'status 401 a'],
    'failed: 20 seconds before the end of its token',
  ],
  [OLDER, ['grant a', 'grant b', 'status 200 a'], 'passed'],
  [OLDER, ['grant a', 'grant b', 'status 401 a'], 'failed: '],
  [OLDER, ['grant a', 'grant b', 'status 401 b'], undefined],
  [OLDER, ['grant a', 'grant b', 'status 500 a'], 'failed: '],
  [OLDER, ['grant a', 'grant b', 'bind 500 a'], undefined],
  [SURVIVES, ['grant a', 'deactivate own', 'bind 202 a'], 'passed'],
  [SURVIVES, ['grant a', 'deactivate own', 'bind 401 a'], 'failed: while its client is inactive'],
  [
    SURVIVES,
    ['grant a', 'deactivate own', 'activate own', 'bind 401 a'],
    'failed: after its client was active again',
  ],
  [SURVIVES, ['deactivate own', 'activate own', 'grant a', 'bind 401 a'], undefined],
  ...[400, 404, 410, 500].map((code): [string, readonly string[], string] => [
    SURVIVES,
    ['policy 200', 'grant a', 'deactivate own', `policy ${code} a`, 'activate own', 'policy 200 a'],
    'failed: while its client is inactive',
  ]),
  [SURVIVES, ['grant a', 'deactivate own', 'policy 500 a', 'policy 200 a'], 'passed'],
  [
    SURVIVES,
    ['grant a', 'deactivate own', 'policy 200 a', 'policy 500 a', 'activate own', 'policy 200 a'],
    'passed',
  ],
  ...[
    ['policy 200', 'grant a', 'deactivate own', 'policy 500 a', 'status 200 a'],
    ['grant a', 'policy 200 a', 'deactivate own', 'policy 500 a', 'activate own', 'policy 200 a'],
    ['grant a', 'deactivate own', 'policy 200 a', 'move 300', 'policy 500 a', 'activate own', 'policy 200 a'],
  ].map((steps): [string, readonly string[], string] => [
    SURVIVES,
    steps,
    'failed: while its client is inactive',
  ]),
  [
    SURVIVES,
    ['policy-preview 200', 'grant a', 'deactivate own', 'policy-preview 409 a', 'bind 202'],
    'failed: while its client is inactive',
  ],
  [
    SURVIVES,
    ['policy-preview 200', 'grant a', 'deactivate own', 'bind 202', 'policy-preview 409 a'],
    undefined,
  ],
  [SURVIVES, ['grant a', 'deactivate own', 'policy 409 a'], undefined],
  [SURVIVES, ['policy 200', 'update 200', 'grant a', 'deactivate own', 'policy 409 a'], undefined],
  [
    SURVIVES,
    ['submit 200', 'grant a', 'deactivate own', 'submit 404 a'],
    'failed: while its client is inactive',
  ],
  [SURVIVES, ['submit 200', 'grant a', 'deactivate own', 'submit 400 a'], undefined],
])('%s, after %j: %s', (requirement, steps, expected) => {
  expect(saidOf(requirement, [...SERVED, ...steps])).toBe(expected)
})

test.each<[string, readonly string[], string | undefined]>([
  [EXPIRED, ['grant a', 'grant b', 'move 3620', 'status 401 a'], 'passed'],
  [
    EXPIRED,
    ['grant a', 'grant b', 'move 3620', 'status 200 a'],
    'failed: 20 seconds after the end of its token',
  ],
  [
    EXPIRED,
    ['grant a', 'grant b', 'move 3620', 'status 403 a'],
    'failed: 20 seconds after the end of its token',
  ],
  [EXPIRED, ['grant a', 'move 1800', 'ask own own 200', 'move 1900', 'status 200 a'], undefined],
  [
    EXPIRED,
    ['grant a', 'move 1800', 'grant b', 'ask own own 200', 'move 1900', 'status 200 a'],
    'failed: 100 seconds after the end of its token',
  ],
  [EXPIRED, ['status 403 expired primary bearer'], 'passed'],
  [EXPIRED, ['status 200 expired secondary'], 'failed: with the key: secondary'],
  ['status-no-token-refused', ['status 403 none'], 'passed'],
  ['status-no-token-401', ['status 403 none'], 'failed: '],
  ['status-invalid-token-401', ['status 401 tampered'], 'passed'],
  ['status-no-key-refused', ['status 400 own none'], 'passed'],
  ['status-wrong-key-refused', ['status 200 own tampered'], 'failed: with the key: tampered'],
  ['status-wrong-key-refused', ['status 200 none tampered'], undefined],
  ['other-partners-key-refused', ['status 200 own other-partner'], 'failed: of the other partner'],
  ['other-partners-key-refused', ['status 403 own other-partner'], 'passed'],
  ['policy-invalid-token-401', ['policy 404 tampered'], undefined],
  ['policy-invalid-token-401', ['policy 404 tampered', 'policy 404'], 'cannot-tell'],
  ['policy-invalid-token-401', ['policy 404 tampered', 'bind 202', 'policy 200'], undefined],
  ['policy-invalid-token-401', ['policy 404 tampered', 'policy 200'], 'failed: '],
])('%s, after %j: %s', (requirement, steps, expected) => {
  expect(saidOf(requirement, [...SERVED, ...steps])).toBe(expected)
})

const INACTIVE = 'token-inactive-client-refused'

test.each<[string, readonly string[], string | undefined]>([
  [INACTIVE, ['deactivate own', 'ask own own 401'], 'passed'],
  [INACTIVE, ['deactivate own', 'ask own own 200'], 'failed: an inactive client, after deactivate client'],
  [INACTIVE, ['deactivate own', 'activate own', 'ask own own 401'], undefined],
  [INACTIVE, ['deactivate own', 'ask own wrong 200'], undefined],
  [INACTIVE, ['ask inactive inactive 401'], 'passed'],
  ['token-wrong-secret-refused', ['ask own truncated 400'], 'passed'],
  ['token-wrong-secret-refused', ['ask own truncated 200'], 'failed: a wrong secret'],
  ['token-wrong-secret-refused', ['ask other-partner wrong 401'], undefined],
  ['token-foreign-secret-refused', ['ask own other-partner 200'], "failed: another client's secret"],
  ['only-active-partners-authenticate', ['ask disabled-partner disabled-partner 401'], 'passed'],
  ['token-error-body', ['ask own none 401'], 'passed'],
])('%s, after %j: %s', (requirement, steps, expected) => {
  expect(saidOf(requirement, ['ask own own 200', ...steps])).toBe(expected)
})

const UNCHANGED = 'refused-bind-changes-nothing'
const READ_LATER = ['status 200', 'status 200', 'status 200']

test.each<[readonly string[], string | undefined]>([
  [['bind 401 none', ...READ_LATER], 'passed'],
  [['bind 401 none', 'status 200', 'status 200-bound', 'status 200-bound'], 'failed: '],
  [['bind 401 none', 'status 200'], undefined],
  [['bind 202', 'bind 401 none', 'status 200-bound', 'status 200-bound', 'status 200-bound'], undefined],
  [['update 401 none', ...READ_LATER], undefined],
])('a refused bind, after %j: %s', (steps, expected) => {
  expect(saidOf(UNCHANGED, ['submit 200', 'status 200', 'status 200', ...steps])).toBe(expected)
})

/** An account with a client and its token, whose first key submitted a quote and was let in often. */
const OPENED = [
  'open',
  'approve',
  'create',
  'grant t made',
  'key',
  'submit 200 t #4',
  ...Array(7).fill('status 200 t #4'),
]
/** The place of the next step. */
const NEXT = OPENED.length
const [SECOND_KEY, ROTATED] = [`#${NEXT}`, `#${NEXT + 2}`]
const BOTH = ['key', 'move 61']
const READABLE = 'status-stays-readable'

test.each<[string, readonly string[], string | undefined]>([
  [
    'primary-key-works',
    ['status 401 t #4'],
    'failed: of an account that the run opened, with the primary key of its account',
  ],
  ['primary-key-works', [...BOTH, 'status 200 t #4'], 'passed'],
  ['secondary-key-works', ['key', `status 401 t ${SECOND_KEY}`], undefined],
  ['secondary-key-works', ['key', `status 200 t ${SECOND_KEY}`], 'passed'],
  [
    'secondary-key-works',
    [...BOTH, `policy 403 t ${SECOND_KEY}`],
    'failed: of an account that the run opened, with the secondary key of its account',
  ],
  ['secondary-key-works', [...BOTH, 'rotate secondary', `status 401 t ${SECOND_KEY}`], undefined],
  ['secondary-key-works', [...BOTH, `status 200 t ${SECOND_KEY}`, `status 500 t ${SECOND_KEY}`], 'passed'],
  [
    'secondary-key-works',
    [...BOTH, `status 200 t ${SECOND_KEY}`, 'rotate primary', `status 500 t ${SECOND_KEY}`],
    'failed: of an account that the run opened, with the secondary key of its account, after the primary one was replaced',
  ],
  ['key-rotation-has-its-steps', ['status 401 t #4'], undefined],
  [
    'key-rotation-has-its-steps',
    [...BOTH, 'rotate primary', `status 200 t ${SECOND_KEY}`, `status 401 t ${ROTATED}`],
    'passed',
  ],
  [
    'replaced-key-stops-working',
    [...BOTH, 'rotate primary', 'move 90000', 'grant u made', 'status 200 u #4'],
    'failed: of an account that the run opened, with the primary key of its account, which was replaced',
  ],
  ['replaced-key-stops-working', [...BOTH, 'rotate primary', 'status 200 t #4'], undefined],
  ['replaced-key-stops-working', [...BOTH, 'rotate primary', 'status 401 t #4'], 'passed'],
  [READABLE, ['create two', 'grant u two', 'status 404 u #4'], 'failed: '],
  [READABLE, ['key', `status 404 t ${SECOND_KEY}`, 'status 200 t #4'], 'passed'],
  ...[400, 404, 410].flatMap((code): [string, readonly string[], string][] => [
    [READABLE, [...BOTH, 'rotate primary', `status ${code} t #4`], 'passed'],
    [READABLE, ['disable', `status ${code} t #4`], 'passed'],
    [READABLE, ['disable', 'approve', `status ${code} t #4`], 'passed'],
    [READABLE, ['move 3620', `status ${code} t #4`], 'passed'],
  ]),
  ['other-partners-key-refused', ['status 200 t primary'], 'failed: of an account that the run opened'],
  ['secondary-key-works', [...BOTH, 'disable', 'approve', `status 401 t ${SECOND_KEY}`], undefined],
  [
    'secondary-key-works',
    [...BOTH, 'disable', 'approve', 'status 200 t #4', `status 401 t ${SECOND_KEY}`],
    'failed: of an account that the run opened, with the secondary key of its account',
  ],
  ['primary-key-works', ['disable', 'status 401 t #4'], 'passed'],
  [
    'primary-key-works',
    ['disable', 'approve', 'grant u made', 'status 200 u #4', 'status 401 t #4'],
    'passed',
  ],
])('%s of an account, after %j: %s', (requirement, steps, expected) => {
  expect(saidOf(requirement, [...OPENED, ...steps])).toBe(expected)
})

test.each([
  ['bind 202', 'policy-preview 409 a', undefined],
  ['policy-preview 409 a', 'bind 202', undefined],
  ['bind 409', 'policy-preview 409 a', 'failed: while its client is inactive'],
  ['policy-preview 409 a', 'bind 409', 'failed: while its client is inactive'],
])('%s beside %s: %s', (first, second, expected) => {
  const steps = [...SERVED, 'policy-preview 200', 'grant a', 'deactivate own', first, second]
  const { exchanges } = accessStory(...steps)
  const beside = exchanges.map((one, place) => (place === 5 ? { ...one, elapsedMs: 30 } : one))
  expect(saidOf(SURVIVES, steps, { exchanges: beside })).toBe(expected)
})

test('a recording may lack credentials that were sent', () => {
  expect(saidOf('status-no-token-refused', [...SERVED, 'status 200 none'], { whole: [] })).toBeUndefined()
})

test.each([
  [0.3, ['ask own own 200', 'deactivate own'], undefined],
  [0.3, ['deactivate own', 'ask own own 200'], 'failed: an inactive client, after deactivate client'],
  [0.2, ['deactivate own', 'ask own own 200'], undefined],
])('one begins %s ms after the other, and each takes 0.3 ms: %j', (apartMs, steps, expected) => {
  const { exchanges } = accessStory(...steps)
  const close = exchanges.map((one, place) => ({ ...one, startedAt: 5 + apartMs * place, elapsedMs: 0.3 }))
  expect(saidOf(INACTIVE, steps, { exchanges: close })).toBe(expected)
})
