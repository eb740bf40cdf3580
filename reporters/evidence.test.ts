import { expect, test } from 'vitest'
import { failed, passed } from '../conformance/verdict.ts'
import { extents } from './evidence.ts'
import { check } from './fakes.ts'

const bad = (expected: string) => check('one', 'must', failed({ expected, observed: 'b' }))

test('of checks that fail alike the first and the last show their proofs', () => {
  expect(extents([bad('a'), bad('a'), bad('a')], 'failed')).toEqual(['proofs', 'number', 'proofs'])
})

test('a failure of another cause shows its proofs, whatever its place', () => {
  expect(extents([bad('a'), bad('a'), bad('odd'), bad('a')], 'failed')).toEqual([
    'proofs',
    'number',
    'proofs',
    'proofs',
  ])
})

test('however many causes there are, only so many checks show their proofs, and the last one does', () => {
  const shown = extents(
    Array.from({ length: 50 }, (_, index) => bad(String(index))),
    'failed',
  )
  expect(shown.filter((extent) => extent === 'proofs')).toHaveLength(6)
  expect(shown.at(-1)).toBe('proofs')
})

test('beside a failure what passed is only counted', () => {
  expect(extents([check('one', 'must', passed()), bad('a')], 'failed')).toEqual(['number', 'proofs'])
})

test('checks that passed are seen at a glance, the first and the last', () => {
  const good = check('one', 'must', passed())
  expect(extents([good, good, good], 'passed')).toEqual(['glance', 'number', 'glance'])
})
