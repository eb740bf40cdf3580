import { expect, test } from 'vitest'
import { failed, passed } from '../conformance/verdict.ts'
import { type ApartSubject, apartBy, apartText } from './apart.ts'

const broken = (...under: readonly string[]): ApartSubject => ({
  verdict: failed({ expected: 'an answer', observed: 'none' }),
  under,
})
const kept = (...under: readonly string[]): ApartSubject => ({ verdict: passed(), under })
const many = (count: number, ...under: readonly string[]) =>
  Array.from({ length: count }, () => kept(...under))

const said = (judged: readonly ApartSubject[], chances: readonly string[] = []) => {
  const difference = apartBy(judged, { mostOfOne: 3, chances: new Set(chances) })
  return difference && `${difference.by}: ${apartText(difference)}`
}

test.each<readonly [string, readonly ApartSubject[], string | undefined]>([
  [
    'one of many circumstances that suffices by itself is named',
    [broken('a', 'b', 'c', 'd'), kept('a', 'b'), kept('c')],
    'alone: d',
  ],
  ['more than three of a single delivery are not named', [broken('a', 'b', 'c', 'd'), kept()], undefined],
  [
    'at most three are named',
    [broken('a', 'b', 'c', 'd'), broken('a', 'b', 'c', 'd'), kept()],
    'alone: a, or those b, or those c',
  ],
  [
    'no more are named together than it takes',
    [broken('a', 'b', 'c'), broken('a', 'b'), kept('a', 'c'), kept('b', 'c')],
    'together: a and b',
  ],
])('%s', (_, judged, text) => {
  expect(said(judged)).toBe(text)
})

test('a circumstance of a moment is named where few that keep the statement have it', () => {
  const judged = [broken('a', 'at once'), broken('b', 'at once'), kept('at once'), ...many(9, 'a')]
  expect(said(judged)).toBeUndefined()
  expect(said(judged, ['at once'])).toBe('mostly: at once')
})

test('it is not named where many have it, or only one delivery breaks the statement', () => {
  const few = [broken('at once'), kept('at once'), ...many(9)]
  const usual = [broken('at once'), broken('at once'), ...many(3, 'at once'), ...many(3)]
  expect(said(few, ['at once'])).toBeUndefined()
  expect(said(usual, ['at once'])).toBeUndefined()
})
