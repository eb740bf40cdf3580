import { describe, expect, test } from 'vitest'
import { standardBehaviour } from '../behaviour.ts'
import { setUpDeliveries } from './testing.ts'

const retrySteps = [1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000)
const minutes = 60_000

describe('a delivery that always fails', () => {
  test('is tried ten times, each attempt after the end of the attempt before, and then never again', async () => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = () => 500
    const { id } = await setup.register()
    await setup.emit()
    await setup.pass(30 * minutes)
    expect(setup.gaps()).toEqual(retrySteps)
    const [delivery] = await setup.deliveries(id)
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null })
    expect(await setup.status(id)).toBe('enabled')
  })

  test('carries the same id and bytes on every attempt, with the time and signature of its own', async () => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = (number) => (number < 4 ? 503 : 204)
    await setup.register()
    await setup.emit()
    await setup.pass(minutes)
    const distinct = (name: string) =>
      new Set(setup.receiver.received.map(({ headers }) => headers[name])).size
    expect(setup.gaps()).toEqual(retrySteps.slice(0, 3))
    expect(new Set(setup.receiver.received.map(({ body }) => body)).size).toBe(1)
    expect([distinct('event-id'), distinct('timestamp'), distinct('x-platform-signature')]).toEqual([1, 4, 4])
  })

  test('takes as long for silence as for the deadline, before each attempt', async () => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = () => undefined
    const { id } = await setup.register()
    await setup.emit()
    await setup.pass(20_000)
    expect(setup.gaps()).toEqual([9000, 10_000])
    const [delivery] = await setup.deliveries(id)
    expect(delivery?.attempts?.[0]).toMatchObject({ number: 1, status: null, failure: 'deadline' })
  })
})

describe('the rules', () => {
  test.each([
    ['nine attempts', { attempts: 9 }, retrySteps.slice(0, 8)],
    ['an eleventh attempt', { attempts: 11 }, [...retrySteps, 60_000]],
    ['one delay changed', { delays: [0, 1000, 5000, 60_000], attempts: 4 }, [1000, 5000, 60_000]],
    [
      'delays that grow evenly',
      { delayBefore: (number: number) => number * 1000, attempts: 3 },
      [2000, 3000],
    ],
  ])('allow %s', async (_title, webhooks, gaps) => {
    await using setup = await setUpDeliveries(webhooks)
    setup.receiver.react = () => 500
    await setup.register()
    await setup.emit()
    await setup.pass(30 * minutes)
    expect(setup.gaps()).toEqual(gaps)
  })

  test('allow an event to come again after its success', async () => {
    const { next } = standardBehaviour.webhooks
    await using setup = await setUpDeliveries({
      next: (attempt, succeeded, ...rest) => (attempt.number < 3 ? 1000 : next(attempt, succeeded, ...rest)),
    })
    const { id } = await setup.register()
    await setup.emit()
    await setup.pass(minutes)
    expect(setup.gaps()).toEqual([1000, 1000])
    expect(await setup.deliveries(id)).toMatchObject([{ status: 'delivered' }])
  })
})
