import { describe, expect, test } from 'vitest'
import { failed, passed } from '../../../conformance/verdict.ts'
import type { ApartSubject } from '../../apart.ts'
import { apart, simplestFirst } from './under-circumstances.ts'

const broken = (...under: readonly string[]): ApartSubject => ({
  verdict: failed({ expected: 'an event', observed: 'none' }),
  under,
})
const kept = (...under: readonly string[]): ApartSubject => ({ verdict: passed(), under })

describe('what sets quotes apart that break a statement', () => {
  test.each<readonly [string, readonly ApartSubject[], string | undefined]>([
    [
      'is what they alone have',
      [broken('a', 'b'), broken('a', 'c'), kept('b'), kept('c'), kept()],
      '2 of 5 quotes: exactly those a',
    ],
    [
      'is what meets in them alone',
      [broken('a', 'b', 'c'), kept('a', 'c'), kept('b', 'c')],
      '1 of 3 quotes: exactly those a and b',
    ],
    ['is not named where one that keeps it has it too', [broken('a'), kept('a', 'b')], undefined],
    [
      'is each that suffices by itself',
      [broken('a', 'b', 'c'), broken('a', 'b', 'd'), kept('c'), kept('d')],
      '2 of 4 quotes: exactly those a, or those b',
    ],
    [
      'is not named where one of many circumstances breaks it',
      [broken('a', 'b', 'c', 'd'), kept()],
      undefined,
    ],
    ['is not named where they share nothing', [broken('a'), broken('b'), kept()], undefined],
    ['is not named where no quote keeps it', [broken('a'), broken('a', 'b')], undefined],
  ])('%s', (_, judged, text) => {
    const said = apart(judged)
    expect(said).toBe(text === undefined ? undefined : `broken by ${text}`)
  })
})

test('the quote that is most like a usual one comes first', () => {
  const order = simplestFirst([broken('a', 'b'), broken('c'), broken()]).map(({ under }) => under)
  expect(order).toEqual([[], ['c'], ['a', 'b']])
})
