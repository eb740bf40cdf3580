import { expect, test } from 'vitest'
import { fake, json } from '../../transport/testing/fake-server.ts'
import { opened } from '../testing/fake.ts'
import { secretOf } from './carried-out.ts'

/** The exchanges of two creations, and of a page that shows a text. */
async function exchangesOf(secrets: readonly [string, string], page: string, ids: readonly [string, string]) {
  let made = 0
  const { origin } = await fake((request, response) => {
    if (request.url === '/page') return json(response, 200, { client: { text: page } })
    json(response, 200, { id: ids[made], secret: secrets[made] })
    made += 1
  })
  const returns = { client_id: '/id', client_secret: '/secret' }
  const create = { http: { method: 'POST', url: `${origin}/clients` }, returns }
  const show = { http: { method: 'GET', url: `${origin}/page` }, returns: { client: '/client' } }
  const target = await opened(origin, { operator: { create_client: create, show_client: show } })
  const lease = await target.lease({ id: 'a', exclusive: false })
  const { operator } = lease.ports
  for (const action of ['create_client', 'create_client', 'show_client'] as const)
    await operator.attempt(action)
  return lease.exchanges()
}

const holdsOf = async (...given: Parameters<typeof exchangesOf>) =>
  (await exchangesOf(...given)).map(({ holds }) => holds)

test('each answer says which secrets it holds', async () => {
  const ids = ['one', 'two'] as const
  expect(await holdsOf(['first-secret', 'other-secret'], 'nothing', ids)).toEqual([
    ['a#1'],
    ['a#2'],
    undefined,
  ])
  expect(await holdsOf(['first-secret', 'other-secret'], 'of first-secret', ids)).toEqual([
    ['a#1'],
    ['a#2'],
    ['a#1'],
  ])
})

test('of equal secrets the first one is named', async () => {
  expect(await holdsOf(['first-secret', 'first-secret'], 'nothing', ['one', 'two'])).toEqual([
    ['a#1'],
    ['a#1'],
    undefined,
  ])
})

test('a client secret that is its own id is searched for, and its end is not stated', async () => {
  const secrets = ['first-secret', 'other-secret'] as const
  const [made, , shown] = await exchangesOf(secrets, 'of first-secret', secrets)
  expect(made?.action).toEqual({ name: 'create_client', values: { client_id: 'first-secret' } })
  expect(shown?.holds).toEqual(['a#1'])
})

test.each([
  ['create_webhook_key', { webhook_key: 'its-id', webhook_key_id: 'its-id' }, undefined],
  ['create_webhook_key', { webhook_key: 'key', webhook_key_id: 'its-id' }, 'key'],
  ['create_key', { integration_key: 20_260_301 }, '20260301'],
  ['create_key', { integration_key: 1 }, undefined],
  ['create_key', { integration_key: '' }, undefined],
  ['show_client', { client_secret: 'shown' }, undefined],
] as const)('the secret that %s made with %j is %s', (action, returned, secret) => {
  expect(secretOf(action, returned)).toBe(secret)
})

test('an action names the place of the thing that it shows, and the end of a client secret', async () => {
  const [made, , shown] = await exchangesOf(['first-secret', 'other-secret'], '', ['one', 'two'])
  expect(made?.action).toEqual({ name: 'create_client', values: { client_id: 'one' }, secretEnd: 'cret' })
  expect(shown?.action).toEqual({ name: 'show_client', shows: '/client' })
})
