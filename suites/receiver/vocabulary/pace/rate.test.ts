import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../../conformance/exchange.ts'
import { answered } from '../../testing/trace.ts'
import { Rate } from './rate.ts'

const asking = (status: number, seconds?: number): Exchange => {
  const exchange = answered(status)
  if (seconds === undefined || exchange.answer === undefined) return exchange
  return { ...exchange, answer: { ...exchange.answer, headers: [['retry-after', String(seconds)]] } }
}

/** A receiver that lets a number of deliveries in within each window, and refuses forgeries with `refusal`. */
function limited(most: number, windowMs: number, { saysWhen = false, status = 429 } = {}) {
  let now = 0
  let waited = 0
  const times: number[] = []
  const send = async (answer = 200) => {
    now += 1
    const began = now - (now % windowMs)
    if (times.filter((time) => time >= began).length >= most)
      return asking(status, saysWhen ? Math.ceil((began + windowMs - now) / 1000) : undefined)
    times.push(now)
    return answered(answer)
  }
  const rate = new Rate({
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
    probe: () => send(),
    waiting: (ms) => {
      waited += ms
    },
  })
  return { rate, send, now: () => now, waited: () => waited }
}

const statusOf = ({ answer }: Exchange) => answer?.status

test.each([
  ['ten a second', limited(10, 1000), 100, 20_000],
  ['120 a minute, and says when', limited(120, 60_000, { saysWhen: true }), 400, 181_000],
  ['120 a minute, and says nothing', limited(120, 60_000), 400, 200_000],
  ['120 a minute, with 503', limited(120, 60_000, { saysWhen: true, status: 503 }), 400, 181_000],
  ['two a second', limited(2, 1000), 100, 110_000],
])('a receiver that lets in %s gets everything in the end', async (_, { rate, send, now }, count, mostMs) => {
  const statuses = new Set<number | undefined>()
  for (let sent = 0; sent < count; sent += 1) statuses.add(statusOf(await rate.send(() => send(), true)))
  expect([...statuses]).toEqual([200])
  expect(now()).toBeLessThan(mostMs)
})

test('the limit is known by the first window', async () => {
  const { rate, send, waited } = limited(120, 60_000, { saysWhen: true })
  for (let sent = 0; sent < 300; sent += 1) await rate.send(() => send(), true)
  expect(rate.limit).toMatchObject({ deliveries: 120, status: 429, askedMs: 60_000, waits: 2 })
  expect(rate.limit?.withinMs).toBeGreaterThan(55_000)
  expect(rate.limit?.waitedMs).toBe(waited())
})

test('whoever never asks for less is not kept waiting', async () => {
  const { rate, send, waited } = limited(1000, 1000)
  for (let sent = 0; sent < 100; sent += 1) await rate.send(() => send(), true)
  expect([waited(), rate.limit]).toEqual([0, undefined])
})

test('a 503 that does not say until when is an answer', async () => {
  const { rate, waited } = limited(10, 1000)
  expect(statusOf(await rate.send(async () => asking(503), true))).toBe(503)
  expect(waited()).toBe(0)
})

test('of several deliveries none is left put off', async () => {
  const { rate, send } = limited(7, 1000)
  for (let group = 0; group < 5; group += 1) {
    const all = await rate.sendAll(() => Promise.all([send(), send(), send()]))
    expect(all.map(statusOf)).toEqual([200, 200, 200])
  }
})

describe('a receiver that refuses with 429', () => {
  test('is seen to take others, and is not waited for', async () => {
    const { rate, send, waited } = limited(1000, 1000)
    for (let sent = 0; sent < 100; sent += 1)
      expect(statusOf(await rate.send(() => send(429), false))).toBe(429)
    expect([waited(), rate.limit]).toEqual([0, undefined])
  })

  test('and bears little load is waited for, and its refusals are told apart', async () => {
    const { rate, send } = limited(10, 1000)
    const answers = []
    for (let sent = 0; sent < 40; sent += 1)
      answers.push(statusOf(await rate.send(() => send(sent % 2 === 0 ? 200 : 429), sent % 2 === 0)))
    expect(answers).toEqual(answers.map((_, sent) => (sent % 2 === 0 ? 200 : 429)))
  })
})

test('a 429 that does not end is an answer', async () => {
  const { rate, now } = limited(0, 1000)
  expect(statusOf(await rate.send(async () => asking(429), true))).toBe(429)
  expect(now()).toBeLessThan(100_000)
})
