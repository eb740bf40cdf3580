import { describe, expect, test } from 'vitest'
import { setUpDeliveries, waitBriefly } from './testing.ts'

const minutes = 60_000

describe('an endpoint', () => {
  test('gets the types that it subscribed to, each at its moment', async () => {
    await using setup = await setUpDeliveries()
    await setup.register(['quote.created', 'policy.created'])
    const types = () => setup.receiver.received.map(({ body }) => JSON.parse(body).type)
    const id = await setup.driver.submit()
    await setup.emit()
    await setup.pass(1499)
    expect(types()).toEqual([])
    await setup.pass(1)
    expect(types()).toEqual(['quote.created'])
    await setup.pass(1000)
    await setup.driver.call('PUT', `/bind/${id}`, {})
    await setup.pass(3000)
    expect(types()).toEqual(['quote.created', 'policy.created'])
  })

  test('gets nothing of another partner’s quotes', async () => {
    await using setup = await setUpDeliveries()
    const { driver, receiver } = setup
    const request = { url: `${receiver.url}/theirs`, events: ['quote.created', 'broker.added'] }
    const partner_id = driver.sandbox.credentials.other_partner.partner_id
    expect((await driver.control('POST', '/endpoints', { ...request, partner_id })).status).toBe(200)
    expect((await driver.control('POST', '/endpoints', { ...request, partner_id: 'none' })).status).toBe(404)
    await setup.register(['quote.created'])
    await driver.submit()
    await setup.pass(2000)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks'])
    await setup.emit()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks', '/hooks/theirs'])
  })

  test('gets everything, or everything twice, where the rules say so', async () => {
    await using setup = await setUpDeliveries({ wants: () => true, copies: () => 2 })
    await setup.register(['quote.created'])
    await setup.emit()
    expect(new Set(setup.receiver.received.map(({ headers }) => headers['event-id'])).size).toBe(1)
    expect(setup.receiver.received).toHaveLength(2)
  })
})

describe('a deleted endpoint', () => {
  test('gets neither new events nor pending retries, and has no history', async () => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = () => 500
    const { id } = await setup.register()
    await setup.emit()
    expect(await setup.deliveries(id)).toHaveLength(1)
    await setup.driver.control('DELETE', `/endpoints/${id}`)
    await setup.emit()
    await setup.pass(5 * minutes)
    expect(setup.receiver.received).toHaveLength(1)
    expect((await setup.driver.control('GET', `/endpoints/${id}/deliveries`)).status).toBe(404)
  })

  test('gets no retry of an attempt that was under way', async () => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = () => undefined
    const { id } = await setup.register()
    await setup.emit()
    await setup.driver.control('DELETE', `/endpoints/${id}`)
    setup.receiver.received[0]?.response.writeHead(500).end()
    await waitBriefly()
    await setup.pass(5 * minutes)
    expect(setup.receiver.received).toHaveLength(1)
  })

  test('gets no copy that was to come a moment later', async () => {
    await using setup = await setUpDeliveries({ copies: () => 2, copyDelay: 100 })
    const { id } = await setup.register()
    await setup.emit()
    await setup.driver.control('DELETE', `/endpoints/${id}`)
    await setup.pass(5 * minutes)
    expect(setup.receiver.received).toHaveLength(1)
  })

  test('gets its retries where only its name was removed', async () => {
    await using setup = await setUpDeliveries(
      {},
      { endpoints: { remove: ({ id }, { endpoints }) => void endpoints.delete(id) } },
    )
    setup.receiver.react = () => 500
    const { id } = await setup.register()
    await setup.emit()
    await setup.driver.control('DELETE', `/endpoints/${id}`)
    await setup.pass(5 * minutes)
    expect(setup.receiver.received).toHaveLength(10)
  })
})
