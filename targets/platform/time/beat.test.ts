import { expect, test } from 'vitest'
import { beatFrom } from './beat.ts'

/** The first beats of the time of a target. */
function beats(count: number): readonly number[] {
  const all: number[] = []
  for (let moment = 0; all.length < count; moment = (all.at(-1) ?? 0) + 1) all.push(beatFrom(moment))
  return all
}

test('a beat comes at most 137 ms after another', () => {
  const all = beats(200)
  expect(Math.max(...all.slice(1).map((beat, place) => beat - (all[place] ?? 0)))).toBe(137)
})

test('beats end in each number of milliseconds', () => {
  expect(new Set(beats(100).map((beat) => beat % 100)).size).toBe(100)
})

test('a beat is its own first one', () => {
  for (const beat of beats(50)) expect(beatFrom(beat)).toBe(beat)
})
