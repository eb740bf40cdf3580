import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldUp } from './held-up.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function sampled() {
  let skipped = 0
  const heldUp = new HeldUp(() => Date.now() + skipped)
  heldUp.start()
  /** Blocks the event loop, so that no timer fires. */
  const block = (ms: number) => {
    skipped += ms
  }
  return { heldUp, block }
}

test('a process that runs punctually doubts a few ticks at most', () => {
  const { heldUp } = sampled()
  const pauses = heldUp.watch()
  vi.advanceTimersByTime(1005)
  expect([heldUp.doubt(), pauses.longestMs()]).toEqual([25, 0])
})

test('a pause counts for what is seen right after it, and no longer', () => {
  const { heldUp, block } = sampled()
  vi.advanceTimersByTime(100)
  const pauses = heldUp.watch()
  block(300)
  expect(heldUp.doubt()).toBe(320)
  vi.advanceTimersByTime(10)
  expect(heldUp.doubt()).toBe(320)
  vi.advanceTimersByTime(30)
  expect(heldUp.doubt()).toBe(20)
  expect(pauses.longestMs()).toBe(300)
})

test('a pause before a watch began is none of its own', () => {
  const { heldUp, block } = sampled()
  block(300)
  vi.advanceTimersByTime(20)
  const pauses = heldUp.watch()
  vi.advanceTimersByTime(100)
  expect(pauses.longestMs()).toBe(0)
})

test('many short pauses are as busy as a long one, for as long as a receiver may take', () => {
  const { heldUp, block } = sampled()
  const pauses = heldUp.watch()
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
  expect(new HeldUp().doubt()).toBe(0)
})
