import { describe, expect, onTestFinished, test } from 'vitest'
import { prepareTls } from '../http/tls.ts'
import { type Driver, drive } from '../testing.ts'
import { type Receiver, setUpDeliveries, startReceiver, waitBriefly } from './testing.ts'

const minutes = 60_000

const emit = async (driver: Driver): Promise<void> => {
  await driver.control('POST', '/brokers', { name: 'Lakeside', email: 'desk@lakeside.example' })
  await driver.advance(0)
}

const register = async (driver: Driver, receiver: Receiver): Promise<string> => {
  const request = { url: receiver.url, events: ['broker.added'] }
  return String((await driver.control('POST', '/endpoints', request)).json.id)
}

const firstAttempt = async (driver: Driver, id: string) =>
  (await driver.control('GET', `/endpoints/${id}/deliveries`)).json.deliveries?.[0]?.attempts?.[0]

describe('a step of the clock', () => {
  test('ends when a delivery has been written out, though nobody answers yet', async () => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = () => undefined
    await setup.register()
    await setup.emit()
    await setup.pass(7000)
    expect(setup.receiver.received).toHaveLength(1)
    setup.receiver.received[0]?.response.writeHead(200).end()
    await waitBriefly()
    await setup.pass(minutes)
    expect(setup.receiver.received).toHaveLength(1)
  })

  test('sees an answer that was given before it, at the time before it', async () => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = () => undefined
    const { id } = await setup.register()
    await setup.emit()
    await setup.pass(3000)
    const moved = setup.driver.advance(minutes)
    setup.receiver.received[0]?.response.writeHead(500).end()
    await moved
    const [delivery] = await setup.deliveries(id)
    const [first, second] = [delivery?.attempts?.[0], delivery?.attempts?.[1]].map((attempt) => attempt?.at)
    expect(Date.parse(String(second)) - Date.parse(String(first))).toBe(4000)
  })

  test('does not send what falls due after it', async () => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = () => 500
    await setup.register()
    await setup.emit()
    await setup.pass(999)
    expect(setup.receiver.received).toHaveLength(1)
    await setup.pass(1)
    expect(setup.receiver.received).toHaveLength(2)
  })
})

describe('a receiver on https', () => {
  test.each([
    ['reaches one whose authority is known', true, { status: 200 }],
    [
      'refuses one whose authority is not',
      false,
      { status: null, failure: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    ],
  ])('%s', async (_title, known, attempt) => {
    const { tls, caPem } = await prepareTls('TLSv1.2')
    const receiver = await startReceiver(tls)
    onTestFinished(() => receiver.close())
    await using driver = await drive(known ? { webhookCa: caPem } : {})
    const id = await register(driver, receiver)
    await emit(driver)
    expect(await firstAttempt(driver, id)).toMatchObject(attempt)
    expect(receiver.received).toHaveLength(known ? 1 : 0)
  })
})

describe('on real time', () => {
  test('an event is delivered by itself', async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const arrived = new Promise<void>((resolve) => {
      receiver.react = () => {
        resolve()
        return 200
      }
    })
    await using driver = await drive({ clock: 'real' })
    await register(driver, receiver)
    await driver.control('POST', '/brokers', { name: 'Lakeside', email: 'desk@lakeside.example' })
    await arrived
  })

  test('a closed sandbox drops what is under way and retries nothing', async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    receiver.react = () => undefined
    const driver = await drive({ clock: 'real', behaviour: { webhooks: { delays: [0] } } })
    await register(driver, receiver)
    await driver.control('POST', '/brokers', { name: 'Lakeside', email: 'desk@lakeside.example' })
    await expect.poll(() => receiver.received.length, { interval: 2 }).toBe(1)
    await driver.sandbox.close()
    await expect.poll(() => receiver.received[0]?.response.destroyed, { interval: 2 }).toBe(true)
    await waitBriefly()
    expect(receiver.received).toHaveLength(1)
  })
})
