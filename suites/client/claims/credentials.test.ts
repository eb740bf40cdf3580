import { expect, test } from 'vitest'
import { loadSpec } from '../../../spec/index.ts'
import { sent } from '../testing/trace.ts'
import { credentialClaims } from './credentials.ts'

const spec = await loadSpec()
const form = (changes: Record<string, string>) =>
  new URLSearchParams({
    client_id: 'c',
    client_secret: 's',
    grant_type: 'client_credentials',
    scope: 'quote',
    ...changes,
  }).toString()
const typed = (type: string) => ({ headers: [['content-type', type]] as const })
const invalid = { status: 401, answer: '{"error":"invalid_client"}' }

test.each([
  ['client-sends-the-token', 'a right token', sent('status'), 'passed'],
  ['client-sends-the-token', 'an expired token', sent('status', { token: 'expired' }), 'passed'],
  ['client-sends-the-token', 'no token', sent('policy', { token: 'none' }), 'failed'],
  ['client-sends-the-token', 'a token of nobody', sent('bind', { token: 'unknown' }), 'failed'],
  ['client-sends-the-token', 'a token request', sent('token', { token: 'none' }), undefined],
  ['client-sends-the-integration-key', 'the key', sent('submit'), 'passed'],
  ['client-sends-the-integration-key', 'no key', sent('submit', { key: 'none' }), 'failed'],
  ['client-sends-the-integration-key', 'another key', sent('update', { key: 'wrong' }), 'failed'],
  ['client-token-request-is-a-form', 'a form', sent('token'), 'passed'],
  [
    'client-token-request-is-a-form',
    'a charset',
    sent('token', typed('application/x-www-form-urlencoded;charset=UTF-8')),
    'passed',
  ],
  [
    'client-token-request-is-a-form',
    'an address where nothing is',
    sent('other', { body: form({}), status: 404 }),
    'failed',
  ],
  ['client-token-request-is-a-form', 'JSON', sent('token', typed('application/json')), 'failed'],
  ['client-token-request-has-its-fields', 'all fields', sent('token', { body: form({}) }), 'passed'],
  [
    'client-token-request-has-its-fields',
    'one more',
    sent('token', { body: form({ audience: 'q' }) }),
    'passed',
  ],
  [
    'client-token-request-has-its-fields',
    'another scope',
    sent('token', { body: form({ scope: 'q' }) }),
    'failed',
  ],
  [
    'client-token-request-has-its-fields',
    'no secret',
    sent('token', { body: form({ client_secret: '' }) }),
    'failed',
  ],
  [
    'client-token-request-has-its-fields',
    'a field twice',
    sent('token', { body: `${form({})}&scope=quote` }),
    'failed',
  ],
  [
    'client-token-request-has-its-fields',
    'a wrong secret',
    sent('token', { body: form({}), ...invalid }),
    'failed',
  ],
  [
    'client-token-request-has-its-fields',
    'an outage',
    sent('token', { body: form({}), status: 503 }),
    'passed',
  ],
] as const)('%s with %s: %#', (requirement, _, exchange, expected) => {
  const claim = credentialClaims.find((one) => one.requirement === requirement)
  expect(claim?.judge({ spec, exchanges: [exchange] })?.kind).toBe(expected)
})
