import { describe, expect, test } from 'vitest'
import { batchesOf, inBatches } from './batches.ts'

describe('things made in batches', () => {
  test('are made when the first one of their batch is asked for, in order', () => {
    const made: number[] = []
    const things = inBatches(5, 2, (number) => made.push(number))
    expect([things.next().value, [...made]]).toEqual([1, [0, 1]])
    expect([things.next().value, [...made]]).toEqual([2, [0, 1]])
    expect([[...things], made]).toEqual([
      [3, 4, 5],
      [0, 1, 2, 3, 4],
    ])
  })
})

describe('things gathered in batches', () => {
  test('are handed on when there are enough, and what is left at the end', () => {
    const seen: string[] = []
    const batches = batchesOf(2, (thing: string) => seen.push(thing))
    batches.add('a')
    expect(seen).toEqual([])
    batches.add('b')
    batches.add('c')
    expect(seen).toEqual(['a', 'b'])
    batches.end()
    expect(seen).toEqual(['a', 'b', 'c'])
  })
})
