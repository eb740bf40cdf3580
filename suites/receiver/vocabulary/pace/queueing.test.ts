import { expect, test } from 'vitest'
import { Queueing } from './queueing.ts'

/**
 * Says whether any answer waited in a queue. Each has a time of arrival and a duration in milliseconds; the first was alone.
 */
function queues(alone: number, ...answers: readonly (readonly [at: number, tookMs: number])[]): boolean {
  let now = alone
  const queueing = new Queueing(() => now)
  queueing.note(alone)
  for (const [at, tookMs] of answers) {
    now = 10_000 + at
    queueing.noteCompany()
    queueing.note(tookMs)
  }
  return queueing.isSeen
}

test('answers that come one after the other wait in a queue', () => {
  expect(queues(500, [500, 500], [1000, 1000], [1500, 1500], [2000, 2000])).toBe(true)
})

test('answers that take as long as alone do not', () => {
  expect(queues(5000, [5000, 5000], [5100, 5040], [5200, 5080], [5300, 5600])).toBe(false)
})

test('one kind of event that takes long among quick ones does not', () => {
  expect(queues(5, [10, 5], [15, 5], [20, 5], [6000, 6000])).toBe(false)
})
