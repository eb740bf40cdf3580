import { expect, test } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import type { Entry } from './entries.ts'
import { walk } from './walk.ts'

const { lifecycle } = await loadSpec()

const between = (from: number, to: number) => ({ from, to, ref: `${from}` })

/** A quote whose rating is announced, submitted after a hold and its release. */
const announced = (...holding: readonly Entry<string>[]): readonly Entry<string>[] => [
  ...holding,
  { kind: 'submitted', ...between(30, 31) },
  { kind: 'event', type: 'quote.created', endpoint: 'e', id: '1', ...between(40, 40) },
]

test.each<[string, readonly Entry<string>[], number]>([
  ['no hold', [], 0],
  ['a hold', [{ kind: 'held', work: 'rating', ...between(10, 11) }], 1],
  [
    'a hold that was released',
    [
      { kind: 'held', work: 'rating', ...between(10, 11) },
      { kind: 'released', work: 'rating', ...between(20, 21) },
    ],
    0,
  ],
  [
    'a hold whose release began before the answer to it was seen to have come',
    [
      { kind: 'held', work: 'rating', ...between(10, 21) },
      { kind: 'released', work: 'rating', ...between(20, 22) },
    ],
    0,
  ],
  [
    'a hold and its release within one millisecond',
    [
      { kind: 'held', work: 'rating', ...between(10, 11) },
      { kind: 'released', work: 'rating', ...between(10, 12) },
    ],
    0,
  ],
  [
    'a hold after a release',
    [
      { kind: 'released', work: 'rating', ...between(5, 6) },
      { kind: 'held', work: 'rating', ...between(10, 11) },
    ],
    1,
  ],
])('a rating that is announced after %s', (_, holding, conflicts) => {
  expect(walk(announced(...holding), lifecycle).conflicts).toHaveLength(conflicts)
})

test('a release shows that no event before it was early, unless the quote may have ended under the hold', () => {
  const held: readonly Entry<string>[] = [
    { kind: 'held', work: 'rating', ...between(10, 11) },
    { kind: 'submitted', ...between(30, 31) },
  ]
  const released = (at: number): Entry<string> => ({
    kind: 'released',
    work: 'rating',
    ...between(at, at + 1),
  })
  expect(walk([...held, released(40)], lifecycle).unrated).toHaveLength(1)
  expect(walk([...held, released(30)], lifecycle).unrated).toHaveLength(0)
  const declined: Entry<string> = { kind: 'shown', state: 'declined', ...between(32, 33) }
  expect(walk([...held, declined, released(40)], lifecycle).unrated).toHaveLength(0)
})
