import { describe, expect, test } from 'vitest'
import { standardBehaviour } from '../behaviour.ts'
import { type Scene, stage } from './testing.ts'

const second = 1000
const minute = 60_000
/** Longer than a whole ladder. */
const ladder = 5 * minute

/** Makes events fail permanently one after another, each after `pause` milliseconds more. */
async function fail(scene: Scene, events: number, pause = 0): Promise<void> {
  for (let event = 0; event < events; event++) {
    await scene.emit()
    await scene.pass(pause)
  }
  await scene.pass(ladder)
}

describe('a breaker that counts events', () => {
  test('disables the endpoint at the fifth event that failed for good', async () => {
    await using scene = await stage({ attempts: 1 })
    scene.receiver.react = () => 500
    const { id } = await scene.register()
    for (const expected of ['enabled', 'enabled', 'enabled', 'enabled', 'disabled']) {
      await scene.emit()
      expect(await scene.status(id)).toBe(expected)
    }
    await fail(scene, 2)
    expect(scene.receiver.received).toHaveLength(5)
    expect((await scene.deliveries(id)).at(-1)).toMatchObject({ status: 'dropped', attempts: [] })
  })

  test('lets every ladder of five events run to its tenth attempt', async () => {
    await using scene = await stage()
    scene.receiver.react = () => 500
    const { id } = await scene.register()
    await fail(scene, 5, second)
    expect(scene.receiver.received).toHaveLength(50)
    expect(await scene.status(id)).toBe('disabled')
  })

  test.each([
    ['within', 74_000, 'disabled'],
    ['beyond', 76_000, 'enabled'],
  ])('counts five events %s five minutes (one every %i ms): %s', async (_title, pause, expected) => {
    await using scene = await stage({ attempts: 1 })
    scene.receiver.react = () => 500
    const { id } = await scene.register()
    await fail(scene, 5, pause)
    expect(await scene.status(id)).toBe(expected)
  })
})

describe('a breaker that counts attempts', () => {
  test('disables the endpoint at the fifth failed attempt, and drops what falls due afterwards', async () => {
    await using scene = await stage({ breaker: 'attempts' })
    scene.receiver.react = () => 500
    const { id } = await scene.register()
    await scene.emit()
    await scene.pass(14 * second)
    expect(await scene.status(id)).toBe('enabled')
    await scene.pass(second)
    expect(await scene.status(id)).toBe('disabled')
    await scene.pass(ladder)
    expect(scene.receiver.received).toHaveLength(5)
    await scene.driver.control('POST', `/endpoints/${id}/enable`)
    await scene.pass(ladder)
    expect(scene.receiver.received).toHaveLength(5)
    expect(await scene.deliveries(id)).toMatchObject([{ status: 'dropped', next_attempt_at: null }])
  })

  test('goes on with the ladder when the endpoint is enabled in time, counting anew', async () => {
    await using scene = await stage({ breaker: 'attempts' })
    scene.receiver.react = () => 500
    const { id } = await scene.register()
    await scene.emit()
    await scene.pass(16 * second)
    await scene.driver.control('POST', `/endpoints/${id}/enable`)
    await scene.pass(62 * second)
    expect([scene.receiver.received.length, await scene.status(id)]).toEqual([7, 'enabled'])
    await scene.pass(ladder)
    expect([scene.receiver.received.length, await scene.status(id)]).toEqual([10, 'disabled'])
  })

  test('counts the attempts of several events together, and of each endpoint alone', async () => {
    await using scene = await stage({ breaker: 'attempts' })
    scene.receiver.react = (_number, { path }) => (path === '/other' ? 200 : 500)
    const failing = await scene.register()
    const other = await scene.register(['broker.added'], scene.receiver.url.replace('/hooks', '/other'))
    await scene.emit()
    await scene.emit()
    await scene.emit()
    await scene.pass(second)
    expect(await scene.status(failing.id)).toBe('disabled')
    expect(await scene.status(other.id)).toBe('enabled')
    await scene.emit()
    expect(scene.receiver.received.filter(({ path }) => path === '/other')).toHaveLength(4)
  })
})

describe('a disabled endpoint', () => {
  test('hears of what happens after it was enabled again, and not of what happened before', async () => {
    await using scene = await stage({ attempts: 1 })
    scene.receiver.react = (number) => (number > 5 ? 200 : 500)
    const { id } = await scene.register()
    await fail(scene, 6)
    expect((await scene.driver.control('POST', `/endpoints/${id}/enable`)).json.status).toBe('enabled')
    await scene.emit()
    const states = (await scene.deliveries(id)).map(({ status }) => status)
    expect(states).toEqual([...Array(5).fill('failed'), 'dropped', 'delivered'])
  })

  test('gets later what it missed, where the rules hold it back', async () => {
    await using scene = await stage({ breaker: 'attempts', whileDisabled: 'held' })
    scene.receiver.react = (number) => (number > 5 ? 200 : 500)
    const { id } = await scene.register()
    await scene.emit()
    await scene.pass(ladder)
    await scene.emit()
    expect((await scene.deliveries(id)).map(({ status }) => status)).toEqual(['held', 'held'])
    await scene.driver.control('POST', `/endpoints/${id}/enable`)
    await scene.driver.advance(0)
    expect((await scene.deliveries(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  })

  test('goes on hearing of everything where the rules are wrong', async () => {
    await using scene = await stage({ attempts: 1, inService: () => true })
    scene.receiver.react = () => 500
    const { id } = await scene.register()
    await fail(scene, 7)
    expect([scene.receiver.received.length, await scene.status(id)]).toEqual([7, 'disabled'])
  })

  test('is never there where the breaker does not trip', async () => {
    await using scene = await stage({ attempts: 1, trips: () => false })
    scene.receiver.react = () => 500
    const { id } = await scene.register()
    await fail(scene, 6)
    expect(await scene.status(id)).toBe('enabled')
    expect(standardBehaviour.webhooks.threshold).toBe(5)
  })
})
