import { expect, test } from 'vitest'
import { answered } from '../testing/trace.ts'
import { isOvertaken, Progress } from './progress.ts'
import { TakenIds } from './taken-ids.ts'

test('a receiver whose effects grow is at work, and one whose effects stay as they are is not', () => {
  const progress = new Progress(0)
  progress.note(['a'], 400)
  progress.note(['a', 'b'], 900)
  progress.note(['a', 'b'], 1800)
  expect(progress.hasGrown(1000, 1800)).toBe(true)
  expect(progress.hasGrown(1000, 1900)).toBe(false)
})

test.each([
  { later: 'a second', ms: 1000, isMissing: false },
  { later: 'ten seconds', ms: 10_000, isMissing: true },
])('an event is missing for good where one that was taken $later later has shown: $isMissing', (one) => {
  const taken = new TakenIds('Event-ID')
  const take = (id: string, startedAt: number) =>
    taken.note({ headers: [['Event-ID', id]], body: '{}' }, { ...answered(), startedAt })
  take('early', 1000)
  take('missing', 2000)
  take('late', 2000 + one.ms)
  expect(isOvertaken(['missing'], ['early'], taken)).toBe(false)
  expect(isOvertaken(['missing'], ['early', 'late'], taken)).toBe(one.isMissing)
})
