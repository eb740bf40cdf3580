import { expect, test } from 'vitest'
import { RequestRate } from './request-rate.ts'

const open = new AbortController().signal

/** Sends requests one after the other for a while; `letsIn` says whether the target lets one in. */
function sent(seconds: number, letsIn: (at: number, count: number) => boolean, most?: number) {
  let now = 0
  const rate = new RequestRate({ now: () => now, ...(most !== undefined && { most }) })
  let letIn = 0
  let count = 0
  while (now < seconds * 1000) {
    now += Math.max(rate.reserve(), 1)
    count += 1
    if (letsIn(now, count)) {
      letIn += 1
      rate.letIn()
    } else rate.putOff(now, 1000)
  }
  return { letIn, putOff: count - letIn, rate }
}

/** A token bucket of the size of one second's tokens. */
function bucket(perSecond: number) {
  let tokens = perSecond
  let at = 0
  return (now: number) => {
    tokens = Math.min(perSecond, tokens + ((now - at) / 1000) * perSecond)
    at = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

test('requests are spread over time: none comes before its turn', async () => {
  const rate = new RequestRate({ most: 100 })
  const started = performance.now()
  const at = await Promise.all(
    Array.from({ length: 5 }, async () => {
      await rate.turn(open)
      return performance.now() - started
    }),
  )
  // A timer may fire a little early.
  for (const [turn, ms] of at.entries()) expect(ms).toBeGreaterThan(turn * 10 - 2)
})

test('a wait ends when the target is closed', async () => {
  const rate = new RequestRate({ most: 0.001 })
  const closing = new AbortController()
  await rate.turn(closing.signal)
  const waiting = rate.turn(closing.signal)
  closing.abort()
  await expect(waiting).rejects.toThrow('the run ended')
})

test('the highest rate that is let through is found, and few requests are put off on the way', () => {
  const { letIn, putOff, rate } = sent(60, bucket(40))
  expect(letIn).toBeGreaterThan(60 * 40 * 0.9)
  expect(putOff).toBeLessThan(letIn * 0.25)
  expect(rate.putOffs()).toEqual({ requests: putOff, perSecond: expect.closeTo(44, -1) })
})

test('a target that bears more after a while gets more', () => {
  const [few, many] = [bucket(20), bucket(200)]
  const { letIn } = sent(60, (at) => (at < 20_000 ? few(at) : many(at)))
  expect(letIn).toBeGreaterThan(20 * 20 + 30 * 150)
})

test('what is put off now and then slows nothing down', () => {
  const { rate, putOff } = sent(10, (_, count) => count % 25 !== 0)
  expect([rate.perSecond(), rate.putOffs()]).toEqual([Number.POSITIVE_INFINITY, { requests: putOff }])
  expect(putOff).toBeGreaterThan(100)
})

test('where nothing gets through everybody waits', () => {
  const { putOff, letIn } = sent(30, () => false)
  expect([letIn, putOff < 300]).toEqual([0, true])
})

test('no more goes out than was asked for, whatever is let in', () => {
  expect(sent(10, () => true, 30).letIn).toBeLessThan(305)
})
