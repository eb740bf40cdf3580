import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EventLoopPunctuality } from './event-loop-punctuality.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function sampled() {
  let skipped = 0
  const punctuality = new EventLoopPunctuality(() => Date.now() + skipped)
  punctuality.start()
  /** Blocks the event loop, so that no timer fires. */
  const block = (ms: number) => {
    skipped += ms
  }
  return { punctuality, block }
}

test('a process that runs punctually doubts a few ticks at most', () => {
  const { punctuality } = sampled()
  const pauses = punctuality.watch()
  vi.advanceTimersByTime(1005)
  expect([punctuality.doubt(), pauses.longestMs()]).toEqual([25, 0])
})

test('a pause counts for what is seen right after it, and no longer', () => {
  const { punctuality, block } = sampled()
  vi.advanceTimersByTime(100)
  const pauses = punctuality.watch()
  block(300)
  expect(punctuality.doubt()).toBe(320)
  vi.advanceTimersByTime(10)
  expect(punctuality.doubt()).toBe(320)
  vi.advanceTimersByTime(30)
  expect(punctuality.doubt()).toBe(20)
  expect(pauses.longestMs()).toBe(300)
})

test('a pause before a watch began is none of its own', () => {
  const { punctuality, block } = sampled()
  block(300)
  vi.advanceTimersByTime(20)
  const pauses = punctuality.watch()
  vi.advanceTimersByTime(100)
  expect(pauses.longestMs()).toBe(0)
})

test('many short pauses are as busy as a long one, for as long as a receiver may take', () => {
  const { punctuality, block } = sampled()
  const pauses = punctuality.watch()
  for (let turn = 0; turn < 10; turn += 1) {
    block(300)
    vi.advanceTimersByTime(10)
  }
  expect([pauses.longestMs(), pauses.busiestMs()]).toEqual([300, 3000])
  vi.advanceTimersByTime(9000)
  block(300)
  vi.advanceTimersByTime(10)
  expect(pauses.busiestMs()).toBe(3000)
})

test('one that has not begun knows nothing', () => {
  expect(new EventLoopPunctuality().doubt()).toBe(0)
})
