import { expect, test } from 'vitest'
import { AdaptiveTimeouts } from './real-timeouts.ts'

function waiting(mostMs = 60_000) {
  let now = 0
  const timeouts = new AdaptiveTimeouts(mostMs, () => now)
  const pass = (ms: number) => {
    now += ms
  }
  const vain = () => {
    const wait = timeouts.begin(60_000)
    let waited = 0
    for (; !wait.expired(); waited += 1000) pass(1000)
    return waited
  }
  return { timeouts, pass, vain }
}

test('what is waited for has all of its time in real milliseconds', () => {
  const { timeouts, pass } = waiting()
  const wait = timeouts.begin(10_000)
  pass(9999)
  expect(wait.expired()).toBe(false)
  pass(1)
  expect(wait.expired()).toBe(true)
})

test('a window that is longer than any work takes no more than the work', () => {
  const { timeouts, pass } = waiting(20_000)
  const wait = timeouts.begin(3_600_000)
  pass(20_000)
  expect(wait.expired()).toBe(true)
})

test('a platform that leaves work undone is not waited for in full again and again', () => {
  const { vain } = waiting()
  const waits = Array.from({ length: 10 }, vain)
  expect(waits.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 60_000))
  expect(waits.slice(8)).toEqual([5000, 5000])
})

test('one whose work has come late keeps that time, whatever else was in vain', () => {
  const { timeouts, pass, vain } = waiting()
  const late = timeouts.begin(60_000)
  pass(12_000)
  expect(late.expired()).toBe(false)
  pass(5000)
  for (let count = 0; count < 8; count += 1) vain()
  expect(vain()).toBe(24_000)
})

test('who asks rarely is left several questions, and counts as one who still asks', () => {
  const { timeouts, pass, vain } = waiting()
  for (let count = 0; count < 8; count += 1) vain()
  const rare = timeouts.begin(60_000)
  const asked = [1, 2, 3, 4].map(() => {
    pass(6000)
    return rare.expired()
  })
  expect(asked).toEqual([false, false, false, true])
})
