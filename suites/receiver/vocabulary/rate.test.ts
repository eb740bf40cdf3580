import { describe, expect, test } from 'vitest'
import { answered } from '../testing/trace.ts'
import { Rate } from './rate.ts'

/** A receiver that accepts a limited number of deliveries in each second. */
function limited(perSecond: number) {
  let now = 0
  const times: number[] = []
  const send = async () => {
    const busy = times.filter((time) => time > now - 1000).length >= perSecond
    if (!busy) times.push(now)
    return answered(busy ? 429 : 200)
  }
  const sleep = async (ms: number) => {
    now += ms
  }
  return { rate: new Rate({ now: () => now, sleep }), send, now: () => now }
}

test('a receiver that takes ten a second gets everything in the end', async () => {
  const { rate, send } = limited(10)
  const statuses = new Set<number | undefined>()
  for (let count = 0; count < 100; count += 1) statuses.add((await rate.send(send, true)).answer?.status)
  expect([...statuses]).toEqual([200])
})

test('whoever never asks for less is not kept waiting', async () => {
  const { rate, send, now } = limited(1000)
  for (let count = 0; count < 100; count += 1) await rate.send(send, true)
  expect(now()).toBe(0)
})

test('a 429 that does not end is an answer', async () => {
  const { rate } = limited(1)
  expect((await rate.send(async () => answered(429), true)).answer?.status).toBe(429)
})

describe('a receiver that refuses with 429', () => {
  const refusing = async () => answered(429)

  test('is asked again once, and then at once, without waiting', async () => {
    const { rate, send, now } = limited(1000)
    await rate.send(refusing, false)
    const after = now()
    for (let count = 0; count < 100; count += 1) await rate.send(refusing, false)
    await rate.send(send, true)
    expect(now()).toBe(after)
  })

  test('and bears little load is not taken for one that refuses', async () => {
    const { rate, send } = limited(10)
    await rate.send(refusing, false)
    const answers = []
    for (let count = 0; count < 50; count += 1) answers.push(await rate.send(send, count % 2 === 0))
    expect(new Set(answers.map(({ answer }) => answer?.status))).toEqual(new Set([200]))
  })
})
