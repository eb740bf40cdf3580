import { describe, expect, onTestFinished, test } from 'vitest'
import type { MovableClock } from './clock.ts'
import { startClock } from './clock-start.ts'
import { virtualClock } from './clock-virtual.ts'

const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a virtual clock', () => {
  test('fires what falls due in the order of its time, each at its own time', async () => {
    const clock = virtualClock(1000)
    const fired: [string, number][] = []
    clock.schedule(30, () => void fired.push(['late', clock.now()]))
    clock.schedule(10, () => void fired.push(['early', clock.now()]))
    clock.schedule(10, () => void fired.push(['early too', clock.now()]))
    clock.schedule(31, () => void fired.push(['not due', clock.now()]))
    await clock.advance(30)
    expect(fired).toEqual([
      ['early', 1010],
      ['early too', 1010],
      ['late', 1030],
    ])
    expect(clock.now()).toBe(1030)
  })

  test('fires timers that other timers set, when they fall due in the same step', async () => {
    const clock = virtualClock(0)
    const fired: number[] = []
    clock.schedule(10, () => void clock.schedule(5, () => void fired.push(clock.now())))
    await clock.advance(20)
    expect(fired).toEqual([15])
  })

  test('ends asynchronous work before the next timer fires and before it answers', async () => {
    const clock = virtualClock(0)
    const seen: string[] = []
    clock.schedule(1, async () => {
      await pause()
      seen.push(`first at ${clock.now()}`)
    })
    clock.schedule(2, async () => {
      await pause()
      seen.push(`second at ${clock.now()}`)
    })
    await clock.advance(5)
    expect(seen).toEqual(['first at 1', 'second at 2'])
  })

  test('does not move before tracked work has ended, even when it fails', async () => {
    const clock = virtualClock(0)
    const seen: number[] = []
    clock.track(pause().then(() => void seen.push(clock.now())))
    clock.track(pause().then(() => Promise.reject(new Error('lost'))))
    await clock.advance(5)
    expect(seen).toEqual([0])
  })

  test('handles what has already arrived before it moves', async () => {
    const clock = virtualClock(0)
    const seen: number[] = []
    setImmediate(() => seen.push(clock.now()))
    await clock.advance(5)
    expect(seen).toEqual([0])
  })

  test('queues steps that are asked for at the same time', async () => {
    const clock = virtualClock(0)
    await Promise.all([clock.advance(5), clock.advance(7)])
    expect(clock.now()).toBe(12)
  })

  test('forgets what was called off', async () => {
    const clock = virtualClock(0)
    let fired = 0
    const cancel = clock.schedule(1, () => void fired++)
    clock.schedule(2, () => void fired++)
    cancel()
    await clock.advance(1)
    clock.stop()
    await clock.advance(5)
    expect(fired).toBe(0)
  })
})

describe('a real clock', () => {
  test('fires by itself, and not after it was stopped', async () => {
    const clock = startClock('real')
    const fired = new Promise<string>((resolve) => clock.schedule(1, () => resolve('fired')))
    expect(await fired).toBe('fired')
    const late: string[] = []
    clock.schedule(1, () => void late.push('fired'))
    clock.stop()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(late).toEqual([])
  })
})

describe('a running clock', () => {
  test('runs by itself', async () => {
    const clock = startClock('running')
    onTestFinished(() => clock.stop())
    await new Promise<void>((resolve) => void clock.schedule(30, resolve))
  })

  test('never goes back, not even while it waits for work', async () => {
    const clock = startClock('running')
    onTestFinished(() => clock.stop())
    clock.track(new Promise((resolve) => setTimeout(resolve, 60)))
    const seen: number[] = []
    for (let check = 0; check < 50; check++) {
      seen.push(clock.now())
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(seen).toEqual([...seen].sort((one, other) => one - other))
    expect(new Set(seen).size).toBeGreaterThan(1)
  })

  test('can be moved ahead, firing what falls due on the way', async () => {
    const clock = startClock('running')
    onTestFinished(() => clock.stop())
    if (clock.kind !== 'running') throw new Error('not a running clock')
    const began = clock.now()
    const fired: number[] = []
    clock.schedule(60_000, () => void fired.push(clock.now() - began))
    await (clock as MovableClock).advance(120_000)
    expect(fired).toHaveLength(1)
    expect(fired[0]).toBeGreaterThanOrEqual(60_000)
    expect(clock.now() - began).toBeGreaterThanOrEqual(120_000)
  })

  test.each([
    ['exact', 1000, 1240],
    ['running', 1250, 2000],
  ] as const)(
    'that is %s moves by at least %i ms over a move of a second with 300 ms of work',
    async (kind, least, most) => {
      const clock = startClock(kind) as MovableClock
      onTestFinished(() => clock.stop())
      const began = clock.now()
      clock.schedule(500, () => new Promise((resolve) => setTimeout(resolve, 300)))
      await clock.advance(1000)
      expect(clock.now() - began).toBeGreaterThanOrEqual(least)
      expect(clock.now() - began).toBeLessThan(most)
    },
  )
})
