import { expect, test } from 'vitest'
import { answered } from '../../testing/trace.ts'
import { TakenIds } from '../judge/taken-ids.ts'
import { isOvertaken, Progress } from './progress.ts'

const takenAt = (moments: Readonly<Record<string, number>>): TakenIds => {
  const taken = new TakenIds('Event-ID')
  for (const [id, startedAt] of Object.entries(moments))
    taken.note({ headers: [['Event-ID', id]], body: '{}' }, { ...answered(), startedAt })
  return taken
}

test('a receiver that shows more of this run is at work, and one that shows the same or anything else is not', () => {
  const progress = new Progress(takenAt({ a: 1, b: 2 }), 0)
  progress.note(['a'], 400)
  progress.note(['a', 'b'], 900)
  progress.note(['b', 'b', 'from elsewhere'], 1800)
  expect(progress.hasGrown(1000, 1800)).toBe(true)
  expect(progress.hasGrown(1000, 1900)).toBe(false)
})

test.each([
  { later: 'a second', ms: 1000, isMissing: false },
  { later: 'ten seconds', ms: 10_000, isMissing: true },
])('an event is missing for good where one that was taken $later later has shown: $isMissing', (one) => {
  const taken = takenAt({ early: 1000, missing: 2000, late: 2000 + one.ms })
  expect(isOvertaken(['missing'], ['early'], taken)).toBe(false)
  expect(isOvertaken(['missing'], ['early', 'late'], taken)).toBe(one.isMissing)
})

test('an event that is in no list of those that were taken is not overtaken by one that was sent before it', () => {
  const taken = takenAt({ early: 1000 })
  expect(isOvertaken(['open'], ['early'], taken)).toBe(false)
})

test('an event that was sent before the missing one overtakes nothing, however late it was accepted', () => {
  const taken = takenAt({ missing: 2000, late: 60_000 })
  taken.noteSent({ headers: [['Event-ID', 'repeated']], body: '{}' }, { ...answered(), startedAt: 1000 })
  taken.note({ headers: [['Event-ID', 'repeated']], body: '{}' }, { ...answered(), startedAt: 60_000 })
  expect(isOvertaken(['missing'], ['repeated'], taken)).toBe(false)
  expect(isOvertaken(['missing'], ['late'], taken)).toBe(true)
})
