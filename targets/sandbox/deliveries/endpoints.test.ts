import { describe, expect, test } from 'vitest'
import { settle, stage } from './testing.ts'

const minutes = 60_000

describe('an endpoint', () => {
  test('gets the types that it subscribed to, each at its moment', async () => {
    await using scene = await stage()
    await scene.register(['quote.created', 'policy.created'])
    const types = () => scene.receiver.received.map(({ body }) => JSON.parse(body).type)
    const id = await scene.driver.submit()
    await scene.emit()
    await scene.pass(1499)
    expect(types()).toEqual([])
    await scene.pass(1)
    expect(types()).toEqual(['quote.created'])
    await scene.pass(1000)
    await scene.driver.call('PUT', `/bind/${id}`, {})
    await scene.pass(3000)
    expect(types()).toEqual(['quote.created', 'policy.created'])
  })

  test('gets nothing of another partner’s quotes', async () => {
    await using scene = await stage()
    const { driver, receiver } = scene
    const request = { url: `${receiver.url}/theirs`, events: ['quote.created', 'broker.added'] }
    const partner_id = driver.sandbox.credentials.other_partner.partner_id
    expect((await driver.control('POST', '/endpoints', { ...request, partner_id })).status).toBe(200)
    expect((await driver.control('POST', '/endpoints', { ...request, partner_id: 'none' })).status).toBe(404)
    await scene.register(['quote.created'])
    await driver.submit()
    await scene.pass(2000)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks'])
    await scene.emit()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks', '/hooks/theirs'])
  })

  test('gets everything, or everything twice, where the rules say so', async () => {
    await using scene = await stage({ wants: () => true, copies: () => 2 })
    await scene.register(['quote.created'])
    await scene.emit()
    expect(new Set(scene.receiver.received.map(({ headers }) => headers['event-id'])).size).toBe(1)
    expect(scene.receiver.received).toHaveLength(2)
  })
})

describe('a deleted endpoint', () => {
  test('gets neither new events nor pending retries, and has no history', async () => {
    await using scene = await stage()
    scene.receiver.react = () => 500
    const { id } = await scene.register()
    await scene.emit()
    expect(await scene.deliveries(id)).toHaveLength(1)
    await scene.driver.control('DELETE', `/endpoints/${id}`)
    await scene.emit()
    await scene.pass(5 * minutes)
    expect(scene.receiver.received).toHaveLength(1)
    expect((await scene.driver.control('GET', `/endpoints/${id}/deliveries`)).status).toBe(404)
  })

  test('gets no retry of an attempt that was under way', async () => {
    await using scene = await stage()
    scene.receiver.react = () => undefined
    const { id } = await scene.register()
    await scene.emit()
    await scene.driver.control('DELETE', `/endpoints/${id}`)
    scene.receiver.received[0]?.response.writeHead(500).end()
    await settle()
    await scene.pass(5 * minutes)
    expect(scene.receiver.received).toHaveLength(1)
  })

  test('gets its retries where only its name was removed', async () => {
    await using scene = await stage(
      {},
      { endpoints: { remove: ({ id }, { endpoints }) => void endpoints.delete(id) } },
    )
    scene.receiver.react = () => 500
    const { id } = await scene.register()
    await scene.emit()
    await scene.driver.control('DELETE', `/endpoints/${id}`)
    await scene.pass(5 * minutes)
    expect(scene.receiver.received).toHaveLength(10)
  })
})
