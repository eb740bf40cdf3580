import { describe, expect, test } from 'vitest'
import { answered, unanswered } from '../../testing/trace.ts'
import { Outages } from './outages.ts'

/** A receiver that is gone from a forgery on, for a time in milliseconds. */
function dying(goneMs: number) {
  let now = 0
  let downUntil = 0
  const lost: string[] = []
  const isDown = () => now < downUntil
  const outages = new Outages({
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
    listens: async () => !isDown(),
    waiting: () => undefined,
    lost: (why) => void lost.push(why),
  })
  return {
    ...{ outages, lost },
    right: () => outages.send(async () => (isDown() ? unanswered('refused') : answered()), true),
    forged: () =>
      outages.send(async () => {
        if (isDown()) return unanswered('refused')
        downUntil = now + goneMs
        return unanswered('reset')
      }, false),
    reset: (isRight = true) => outages.send(async () => unanswered('reset'), isRight),
  }
}

test('a right delivery is taken when the receiver is back, and the outage is known by the forgery before', async () => {
  const { outages, right, forged } = dying(600)
  await right()
  const deadly = await forged()
  expect((await right()).answer?.status).toBe(200)
  expect(outages.behind([deadly])).toEqual([
    { behind: deadly.id, isForged: true, goneMs: expect.any(Number) },
  ])
  expect(outages.all[0]?.goneMs).toBeGreaterThanOrEqual(600)
})

test('deliveries beside each other go out one at a time after the first outage', async () => {
  const { outages, right, forged } = dying(600)
  await right()
  await forged()
  await right()
  const all = await Promise.all([right(), forged(), right(), right()])
  expect(all.map(({ answer }) => answer?.status)).toEqual([200, undefined, 200, 200])
  expect(outages.all).toHaveLength(2)
})

test('one that does not come back is not waited for again, and the run is reported', async () => {
  const { outages, lost, right, forged } = dying(10_000_000)
  await right()
  const deadly = await forged()
  for (let count = 0; count < 3; count += 1) expect((await right()).failure?.kind).toBe('refused')
  expect(outages.all).toEqual([{ behind: deadly.id, isForged: true }])
  expect(lost).toEqual(['it died, and nothing listened there for 20 s'])
})

test('of forgeries beside each other without an answer the first is named, with the number of others', async () => {
  const { outages, right, forged, reset } = dying(600)
  await right()
  const [deadly] = await Promise.all([forged(), reset(false), reset(false)])
  await right()
  expect(outages.all).toMatchObject([{ behind: deadly?.id, isForged: true, beside: 2 }])
})

test('a slow answer to whether it listens is no outage', async () => {
  let now = 0
  const outages = new Outages({
    now: () => now,
    sleep: async () => undefined,
    listens: async () => {
      now += 400
      return true
    },
    waiting: () => undefined,
    lost: () => undefined,
  })
  await outages.send(async () => answered(), true)
  for (let count = 0; count < 3; count += 1) {
    await outages.send(async () => answered(401), false)
    await outages.awaited()
  }
  expect(outages.all).toEqual([])
})

test('before deliveries that go out together, a receiver that died is waited for', async () => {
  const { outages, right, forged } = dying(600)
  await right()
  const deadly = await forged()
  await outages.awaited()
  expect(outages.all).toMatchObject([{ behind: deadly.id, isForged: true }])
  expect((await right()).answer?.status).toBe(200)
})

test('an outage has the name of the delivery before it', async () => {
  const { outages, right, forged } = dying(600)
  await right()
  outages.name(await forged(), 'order: reversed')
  await right()
  expect(outages.all).toMatchObject([{ at: 'order: reversed' }])
})

describe('a connection that is dropped', () => {
  test('is an answer behind a right delivery', async () => {
    const { outages, right, reset } = dying(600)
    await right()
    expect((await reset()).failure?.kind).toBe('reset')
    expect(outages.all).toEqual([])
  })

  test('is an outage behind a forgery', async () => {
    const { outages, right, forged, reset } = dying(0)
    await right()
    await forged()
    await reset()
    expect(outages.all).toHaveLength(1)
  })
})
