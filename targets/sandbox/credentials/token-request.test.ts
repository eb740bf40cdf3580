import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Driver, drive, see } from '../testing.ts'

let driver: Driver
beforeAll(async () => {
  driver = await drive()
})
afterAll(() => driver.sandbox.close())

describe('the token endpoint', () => {
  test('issues a bearer token for an hour, never to be cached', async () => {
    const { status, json, headers } = await driver.token()
    expect(status).toBe(200)
    expect(json).toEqual({
      access_token: expect.stringMatching(/^\S{40,}$/),
      token_type: 'bearer',
      expires_in: 3600,
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('issues a new token each time', async () => {
    const [one, other] = await Promise.all([driver.token(), driver.token()])
    expect(one.json.access_token).not.toEqual(other.json.access_token)
  })

  test('takes a request without scope as one for the only scope', async () => {
    expect((await driver.token({ scope: null })).status).toBe(200)
  })

  test.each([
    ['another secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['an empty secret', { client_secret: '' }, 401, 'invalid_client'],
    ['no secret', { client_secret: null }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'm2m-unknown' }, 401, 'invalid_client'],
    ['no client', { client_id: null }, 400, 'invalid_request'],
    ['no grant type', { grant_type: null }, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['another scope', { scope: 'bind' }, 400, 'invalid_scope'],
    ['more than one scope', { scope: 'quote bind' }, 400, 'invalid_scope'],
  ])('refuses %s', async (_what, changes, status, error) => {
    const seen = await driver.token(changes)
    expect(seen.status).toBe(status)
    expect(seen.json).toEqual({ error, error_description: expect.any(String) })
    expect(seen.headers.get('cache-control')).toBe('no-store')
    expect(seen.headers.has('www-authenticate')).toBe(status === 401)
  })

  test.each(['prolonged', 'truncated', 'swapped-case'])('refuses a %s secret', async (how) => {
    const right = driver.sandbox.credentials.client_secret
    const wrong =
      how === 'prolonged' ? `${right}x` : how === 'truncated' ? right.slice(0, -1) : right.toUpperCase()
    expect((await driver.token({ client_secret: wrong })).status).toBe(401)
  })

  test('refuses the inactive client, and the other partner’s secret', async () => {
    const { inactive_client, other_partner } = driver.sandbox.credentials
    expect((await driver.token({ ...inactive_client })).json.error).toBe('invalid_client')
    expect((await driver.token({ client_secret: other_partner.client_secret })).status).toBe(401)
  })

  test.each([
    ['application/json', '{"grant_type":"client_credentials"}'],
    ['text/plain', 'grant_type=client_credentials'],
    ['application/x-www-form-urlencoded', 'grant_type=client_credentials&grant_type=client_credentials'],
    ['application/x-www-form-urlencoded', ''],
  ])('refuses a body of type %s like %j as a bad request', async (type, body) => {
    const answer = await fetch(driver.sandbox.authUrl, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    const seen = await see(answer)
    expect([seen.status, seen.json.error]).toEqual([400, 'invalid_request'])
  })
})
