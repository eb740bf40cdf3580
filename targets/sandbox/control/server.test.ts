import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcomePatches } from '../known-good.ts'
import { type Driver, drive } from '../testing.ts'

let driver: Driver
beforeAll(async () => {
  driver = await drive()
})
afterAll(() => driver.sandbox.close())

describe('the control API', () => {
  test.each([undefined, '', 'wrong'])('refuses the secret %s', async (secret) => {
    const headers = secret === undefined ? {} : { 'x-control-secret': secret }
    const answer = await fetch(`${driver.sandbox.controlUrl}/events`, { headers })
    expect(answer.status).toBe(401)
  })

  test('is not part of the quote API', async () => {
    expect((await driver.call('GET', '/events')).status).toBe(404)
    expect((await fetch(new URL('/events', driver.sandbox.baseUrl))).status).toBe(404)
  })

  test.each([
    ['POST', '/endpoints/none/enable', undefined, 404],
    ['GET', '/endpoints/none', undefined, 404],
    ['DELETE', '/endpoints/none', undefined, 404],
    ['POST', '/clients/none/deactivate', undefined, 404],
    ['POST', '/quotes/none/approve', undefined, 404],
    ['POST', '/endpoints', { url: 'ftp://x', events: ['quote.created'] }, 400],
    ['POST', '/endpoints', { url: 'https://example.com', events: [] }, 400],
    ['POST', '/endpoints', { url: 'https://example.com', events: ['quote.rejected'] }, 400],
    ['POST', '/brokers', { name: 'Only a name' }, 400],
    ['POST', '/clock/advance', { milliseconds: -1 }, 400],
    ['POST', '/clock/advance', { milliseconds: 1e308 }, 400],
    ['POST', '/clock/advance', { milliseconds: 1e15 }, 400],
    ['POST', '/faults', { method: 'GET', path: '/status/x', count: 0 }, 400],
    ['POST', '/faults', { method: 'GET', count: 1 }, 400],
    ['POST', '/clock/advance', { milliseconds: '5' }, 400],
  ])('answers %s %s %j with %i and a reason', async (method, path, body, code) => {
    const { status, json } = await driver.control(method, path, body)
    expect([status, json]).toEqual([code, { error: expect.any(String) }])
  })
})

test('lets as many requests fail as it is asked to', async () => {
  const id = await driver.submit({})
  const codes = async () => (await driver.call('GET', `/status/${id}`)).status
  await driver.control('POST', '/faults', { method: 'GET', path: `/status/${id}`, count: 2 })
  expect([await codes(), await codes(), await codes()]).toEqual([500, 500, 200])
})

describe('a review', () => {
  test.each([
    ['approve', 'ready_to_bind'],
    ['decline', 'declined'],
  ])('ends by %s in %s, once', async (action, state) => {
    const id = await driver.submit(outcomePatches.underwriter_review)
    await driver.advance(1500)
    expect((await driver.control('POST', `/quotes/${id}/${action}`)).json.quote_status).toBe(state)
    expect(await driver.state(id)).toBe(state)
    expect((await driver.control('POST', `/quotes/${id}/${action}`)).status).toBe(409)
  })

  test('is not to be ended before it began', async () => {
    const id = await driver.submit(outcomePatches.underwriter_review)
    expect((await driver.control('POST', `/quotes/${id}/approve`)).status).toBe(409)
    expect(await driver.state(id)).toBe('pending')
  })
})

describe('a webhook endpoint', () => {
  test('shows its secret at registration and rotation, and never else', async () => {
    const request = { url: 'http://127.0.0.1:9/hooks', events: ['quote.created', 'policy.created'] }
    const registered = (await driver.control('POST', '/endpoints', request)).json
    expect(registered).toEqual({
      ...request,
      id: expect.any(String),
      secret: expect.any(String),
      status: 'enabled',
    })
    const path = `/endpoints/${registered.id}`
    expect((await driver.control('GET', path)).json).toEqual({
      ...request,
      id: registered.id,
      status: 'enabled',
    })
    const { secret } = (await driver.control('POST', `${path}/rotate`)).json
    expect(secret).toEqual(expect.any(String))
    expect(secret).not.toEqual(registered.secret)
    expect((await driver.control('POST', `${path}/enable`)).json.status).toBe('enabled')
    await driver.control('DELETE', path)
    expect((await driver.control('GET', path)).status).toBe(404)
  })
})

describe('a new broker', () => {
  test('is an event', async () => {
    const broker = { name: 'Lakeside Brokerage', email: 'desk@lakeside.example' }
    const { broker_id } = (await driver.control('POST', '/brokers', broker)).json
    expect((await driver.events()).at(-1)?.body).toEqual({
      type: 'broker.added',
      timestamp: expect.stringMatching(/Z$/),
      brokerageId: broker_id,
      data: {
        brokerId: broker_id,
        brokerageName: broker.name,
        contact: broker,
        licensedStates: expect.arrayContaining([expect.stringMatching(/^[A-Z]{2}$/)]),
        addedDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    })
  })
})

test('moves no real clock', async () => {
  await using real = await drive({ clock: 'real' })
  await expect(real.advance(1)).rejects.toThrow('real time')
})
