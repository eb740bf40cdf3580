import { expect, test } from 'vitest'
import { fakeProfile } from '../testing/fake.ts'
import { commonSecretsOf, secretsOf } from './secrets.ts'

test('a profile gives all its secrets and no address', () => {
  const profile = fakeProfile('http://127.0.0.1:1', {
    credentials: {
      client_id: 'id-0',
      client_secret: 'secret-0',
      integration_key: 'key-0',
      secondary_integration_key: 'key-1',
      inactive_client: { client_id: 'id-1', client_secret: 'secret-1' },
      other_partner: { client_id: 'id-2', client_secret: 'secret-2', integration_key: 'key-2' },
    },
    webhooks: { signing_secret: 'secret-3' },
    operator: {
      hold_rating: { http: { url: 'http://h', headers: { 'X-Control': 'secret-4', Accept: 'text/plain' } } },
      hold_issue: { http: { url: 'http://h', headers: { Authorization: 'Bearer secret-5' } } },
      add_broker: { http: { url: 'http://h', headers: { Authorization: `Basic ${btoa('me:secret-6')}` } } },
    },
  })
  const secrets = secretsOf({
    ...profile,
    operatorSecrets: ['secret-7', 'http://127.0.0.1:9', '127.0.0.1:1'],
  })
  expect(secrets).toEqual(
    expect.arrayContaining([
      'key-0',
      'key-1',
      'key-2',
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((n) => `secret-${n}`),
    ]),
  )
  expect(secrets.filter((secret) => /id-|127|text/.test(secret))).toEqual([])
})

test('secrets that are common words are named by their keys', () => {
  const credentials = { client_id: 'a', client_secret: 'Quote', integration_key: 'ik_4711-08154711-0815' }
  const webhooks = { signing_secret: 'pending' }
  expect(commonSecretsOf(fakeProfile('http://127.0.0.1:1', { credentials, webhooks }))).toEqual([
    'credentials.client_secret',
    'webhooks.signing_secret',
  ])
  const integration_key = 'abc-123'
  expect(
    commonSecretsOf(fakeProfile('http://127.0.0.1:1', { credentials: { ...credentials, integration_key } })),
  ).toEqual(['credentials.client_secret', 'credentials.integration_key'])
})
