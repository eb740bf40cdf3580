import { createHmac } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Received, type Receiver, startReceiver } from '../deliveries/testing.ts'
import type { Driver } from '../testing.ts'
import { life } from './testing.ts'

async function receiverThat(react: Receiver['react']): Promise<Receiver> {
  const receiver = await startReceiver()
  receiver.react = react
  onTestFinished(() => receiver.close())
  return receiver
}

describe('deliveries of a sandbox that was killed', () => {
  const endpointOf = async (driver: Driver, { url }: Receiver) =>
    (await driver.control('POST', '/endpoints', { url, events: ['broker.added'] })).json
  const emit = async (driver: Driver) => {
    await driver.control('POST', '/brokers', { name: 'Lake', email: 'desk@lake.example' })
    await driver.advance(0)
  }
  const attemptsOf = async (driver: Driver, id: unknown) =>
    JSON.parse((await driver.control('GET', `/endpoints/${id}/deliveries`)).text).deliveries[0]

  test('go on with their schedule, under the same Event-ID', async () => {
    const receiver = await receiverThat(() => 503)
    const { start } = life()
    let driver = await start()
    const { id } = await endpointOf(driver, receiver)
    await emit(driver)
    await driver.advance(3000)
    driver = await start()
    await driver.advance(3999)
    expect(receiver.received).toHaveLength(3)
    await driver.advance(1)
    const times = receiver.received.map(({ headers }) => Date.parse(String(headers.timestamp)))
    expect(times.map((at) => at - (times[0] ?? 0))).toEqual([0, 1000, 3000, 7000])
    expect(new Set(receiver.received.map(({ headers }) => headers['event-id'])).size).toBe(1)
    expect(await attemptsOf(driver, id)).toMatchObject({ status: 'pending', attempts: { length: 4 } })
  })

  test('repeat the attempt whose answer nobody has seen', async () => {
    const receiver = await receiverThat((number) => (number === 1 ? undefined : 200))
    const { start } = life()
    let driver = await start()
    const { id } = await endpointOf(driver, receiver)
    await emit(driver)
    driver = await start()
    await driver.advance(0)
    expect(receiver.received).toHaveLength(2)
    expect(await attemptsOf(driver, id)).toMatchObject({
      status: 'delivered',
      attempts: [{ number: 1, status: 200 }],
    })
  })

  test('are signed with the newest secret of a rotation', async () => {
    const receiver = await receiverThat(() => 200)
    const { start } = life()
    let driver = await start()
    const { id, secret: old } = await endpointOf(driver, receiver)
    const { secret } = (await driver.control('POST', `/endpoints/${id}/rotate`)).json
    driver = await start()
    await emit(driver)
    const { headers, body } = receiver.received[0] as Received
    const text = `${headers['event-id']}.${headers.timestamp}.${body}`
    const signed = [secret, old].map((key) => createHmac('sha256', String(key)).update(text).digest('hex'))
    expect(signed.indexOf(String(headers['x-platform-signature']))).toBe(0)
  })

  test('stay failed, with the breaker as it was', async () => {
    const receiver = await receiverThat(() => 503)
    const { start } = life()
    let driver = await start()
    const { id } = await endpointOf(driver, receiver)
    for (let event = 0; event < 5; event++) await emit(driver)
    await driver.advance(600_000)
    driver = await start()
    expect((await driver.control('GET', `/endpoints/${id}`)).json.status).toBe('disabled')
    expect(await attemptsOf(driver, id)).toMatchObject({ status: 'failed', attempts: { length: 10 } })
    const sent = receiver.received.length
    await driver.advance(600_000)
    expect(receiver.received).toHaveLength(sent)
    await driver.control('POST', `/endpoints/${id}/enable`)
    driver = await start()
    expect((await driver.control('GET', `/endpoints/${id}`)).json.status).toBe('enabled')
    await driver.control('DELETE', `/endpoints/${id}`)
    driver = await start()
    expect((await driver.control('GET', `/endpoints/${id}`)).status).toBe(404)
  })
})
