import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../http/routes.ts'
import { type Driver, drive } from '../testing.ts'

let driver: Driver
beforeAll(async () => {
  driver = await drive()
})
afterAll(() => driver.sandbox.close())

const unknown = '00000000-0000-4000-8000-000000000000'

describe.each(routes)('$operation', ({ method, path }) => {
  const ask = (headers: Record<string, string>) =>
    driver.call(method, path.replace(':id', unknown), method === 'GET' ? undefined : '{', headers)
  const plain = path.startsWith('/document')

  test.each([
    ['no token', { authorization: '' }],
    ['an unknown token', { authorization: 'Bearer unknown' }],
    ['no token behind the scheme', { authorization: 'Bearer' }],
    ['another scheme', { authorization: 'Basic dTpw' }],
    ['no key', { 'x-integration-key': '' }],
    ['an unknown key', { 'x-integration-key': 'unknown' }],
  ])('answers 401 to %s, before any check of body or id', async (_what, headers) => {
    const seen = await ask(headers)
    expect(seen.status).toBe(401)
    expect(seen.headers.get('www-authenticate')).toMatch(/^Bearer /)
    expect(seen.type).toMatch(plain ? /^text\/plain/ : /^application\/json/)
    if (!plain) expect(seen.json).toEqual({ status: 'error', error: { message: expect.any(String) } })
  })
})

describe('credentials', () => {
  const status = async (headers: Record<string, string>, id: string) =>
    (await driver.call('GET', `/status/${id}`, undefined, headers)).status

  test('count with either key, whatever the case of the scheme', async () => {
    const id = await driver.submit()
    const { secondary_integration_key: secondary = '' } = driver.sandbox.credentials
    const token = String((await driver.token()).json.access_token)
    expect(await status({ 'x-integration-key': secondary }, id)).toBe(200)
    expect(await status({ authorization: `bearer ${token}` }, id)).toBe(200)
  })

  test('do not count when key and token belong to different partners', async () => {
    const { other_partner } = driver.sandbox.credentials
    expect(await status({ 'x-integration-key': other_partner.integration_key }, unknown)).toBe(401)
  })

  test('do not count in part', async () => {
    const { integration_key } = driver.sandbox.credentials
    const token = String((await driver.token()).json.access_token)
    const middle = token.slice(0, 20) + (token[20] === 'a' ? 'b' : 'a') + token.slice(21)
    expect(await status({ authorization: `Bearer ${middle}` }, unknown)).toBe(401)
    expect(await status({ authorization: `Bearer ${token.slice(0, 20)}` }, unknown)).toBe(401)
    expect(await status({ authorization: token }, unknown)).toBe(401)
    expect(await status({ 'x-integration-key': integration_key.slice(0, 20) }, unknown)).toBe(401)
  })

  test('do not let a partner see the quotes of another', async () => {
    const { other_partner } = driver.sandbox.credentials
    const { client_id, client_secret, integration_key } = other_partner
    const token = (await driver.token({ client_id, client_secret })).json.access_token
    const headers = { authorization: `Bearer ${token}`, 'x-integration-key': integration_key }
    const id = await driver.submit()
    expect(await status(headers, id)).toBe(404)
    expect((await driver.call('PUT', `/bind/${id}`, {}, headers)).status).toBe(404)
    expect(
      (await driver.call('GET', `/document/quote-proposal/stream/${id}`, undefined, headers)).status,
    ).toBe(404)
  })
})

describe('a token', () => {
  test('expires after an hour and not before', async () => {
    await using own = await drive()
    await own.advance(3_599_999)
    expect((await own.call('GET', `/status/${unknown}`)).status).toBe(404)
    await own.advance(1)
    const seen = await own.call('GET', `/status/${unknown}`)
    expect([seen.status, seen.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('invalid_token'),
    ])
    expect((await own.token()).status).toBe(200)
  })

  test('outlives the deactivation of its client, which gets no new one until it is active again', async () => {
    await using own = await drive()
    const { client_id } = own.sandbox.credentials
    await own.control('POST', `/clients/${client_id}/deactivate`)
    expect((await own.token()).json.error).toBe('invalid_client')
    expect((await own.call('GET', `/status/${unknown}`)).status).toBe(404)
    await own.control('POST', `/clients/${client_id}/activate`)
    expect((await own.token()).status).toBe(200)
  })
})
