import { describe, expect, test } from 'vitest'
import { standardBehaviour } from '../behaviour.ts'
import { type DeliverySetup, setUpDeliveries } from './testing.ts'

const second = 1000
const minute = 60_000
/** Longer than a whole retry schedule. */
const retries = 5 * minute

/** Makes events fail permanently one after another, each after `pause` milliseconds more. */
async function fail(setup: DeliverySetup, events: number, pause = 0): Promise<void> {
  for (let event = 0; event < events; event++) {
    await setup.emit()
    await setup.pass(pause)
  }
  await setup.pass(retries)
}

describe('a breaker that counts events', () => {
  test('disables the endpoint at the fifth event that failed for good', async () => {
    await using setup = await setUpDeliveries({ attempts: 1 })
    setup.receiver.react = () => 500
    const { id } = await setup.register()
    for (const expected of ['enabled', 'enabled', 'enabled', 'enabled', 'disabled']) {
      await setup.emit()
      expect(await setup.status(id)).toBe(expected)
    }
    await fail(setup, 2)
    expect(setup.receiver.received).toHaveLength(5)
    expect((await setup.deliveries(id)).at(-1)).toMatchObject({ status: 'dropped', attempts: [] })
  })

  test('lets every retry schedule of five events run to its tenth attempt', async () => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = () => 500
    const { id } = await setup.register()
    await fail(setup, 5, second)
    expect(setup.receiver.received).toHaveLength(50)
    expect(await setup.status(id)).toBe('disabled')
  })

  test.each([
    ['within', 74_000, 'disabled'],
    ['beyond', 76_000, 'enabled'],
  ])('counts five events %s five minutes (one every %i ms): %s', async (_title, pause, expected) => {
    await using setup = await setUpDeliveries({ attempts: 1 })
    setup.receiver.react = () => 500
    const { id } = await setup.register()
    await fail(setup, 5, pause)
    expect(await setup.status(id)).toBe(expected)
  })
})

describe('a breaker that counts attempts', () => {
  test('disables the endpoint at the fifth failed attempt, and drops what falls due afterwards', async () => {
    await using setup = await setUpDeliveries({ breaker: 'attempts' })
    setup.receiver.react = () => 500
    const { id } = await setup.register()
    await setup.emit()
    await setup.pass(14 * second)
    expect(await setup.status(id)).toBe('enabled')
    await setup.pass(second)
    expect(await setup.status(id)).toBe('disabled')
    await setup.pass(retries)
    expect(setup.receiver.received).toHaveLength(5)
    await setup.driver.control('POST', `/endpoints/${id}/enable`)
    await setup.pass(retries)
    expect(setup.receiver.received).toHaveLength(5)
    expect(await setup.deliveries(id)).toMatchObject([{ status: 'dropped', next_attempt_at: null }])
  })

  test('goes on with the retry schedule when the endpoint is enabled in time, counting anew', async () => {
    await using setup = await setUpDeliveries({ breaker: 'attempts' })
    setup.receiver.react = () => 500
    const { id } = await setup.register()
    await setup.emit()
    await setup.pass(16 * second)
    await setup.driver.control('POST', `/endpoints/${id}/enable`)
    await setup.pass(62 * second)
    expect([setup.receiver.received.length, await setup.status(id)]).toEqual([7, 'enabled'])
    await setup.pass(retries)
    expect([setup.receiver.received.length, await setup.status(id)]).toEqual([10, 'disabled'])
  })

  test('counts the attempts of several events together, and of each endpoint alone', async () => {
    await using setup = await setUpDeliveries({ breaker: 'attempts' })
    setup.receiver.react = (_number, { path }) => (path === '/other' ? 200 : 500)
    const failing = await setup.register()
    const other = await setup.register(['broker.added'], setup.receiver.url.replace('/hooks', '/other'))
    await setup.emit()
    await setup.emit()
    await setup.emit()
    await setup.pass(second)
    expect(await setup.status(failing.id)).toBe('disabled')
    expect(await setup.status(other.id)).toBe('enabled')
    await setup.emit()
    expect(setup.receiver.received.filter(({ path }) => path === '/other')).toHaveLength(4)
  })
})

describe('a disabled endpoint', () => {
  test('hears of what happens after it was enabled again, and not of what happened before', async () => {
    await using setup = await setUpDeliveries({ attempts: 1 })
    setup.receiver.react = (number) => (number > 5 ? 200 : 500)
    const { id } = await setup.register()
    await fail(setup, 6)
    expect((await setup.driver.control('POST', `/endpoints/${id}/enable`)).json.status).toBe('enabled')
    await setup.emit()
    const states = (await setup.deliveries(id)).map(({ status }) => status)
    expect(states).toEqual([...Array(5).fill('failed'), 'dropped', 'delivered'])
  })

  test('gets later what it missed, where the rules hold it back', async () => {
    await using setup = await setUpDeliveries({ breaker: 'attempts', whileDisabled: 'held' })
    setup.receiver.react = (number) => (number > 5 ? 200 : 500)
    const { id } = await setup.register()
    await setup.emit()
    await setup.pass(retries)
    await setup.emit()
    expect((await setup.deliveries(id)).map(({ status }) => status)).toEqual(['held', 'held'])
    await setup.driver.control('POST', `/endpoints/${id}/enable`)
    await setup.driver.advance(0)
    expect((await setup.deliveries(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  })

  test('goes on hearing of everything where the rules are wrong', async () => {
    await using setup = await setUpDeliveries({ attempts: 1, inService: () => true })
    setup.receiver.react = () => 500
    const { id } = await setup.register()
    await fail(setup, 7)
    expect([setup.receiver.received.length, await setup.status(id)]).toEqual([7, 'disabled'])
  })

  test('is never there where the breaker does not trip', async () => {
    await using setup = await setUpDeliveries({ attempts: 1, trips: () => false })
    setup.receiver.react = () => 500
    const { id } = await setup.register()
    await fail(setup, 6)
    expect(await setup.status(id)).toBe('enabled')
    expect(standardBehaviour.webhooks.threshold).toBe(5)
  })
})
