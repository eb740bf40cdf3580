import { expect, test } from 'vitest'
import { variants } from '../../targets/sandbox/variants/index.ts'
import { generatedSets } from './generated-sets.ts'

const sets = generatedSets(variants, { count: 60, seed: 7 })

test('a seed gives the same sets again, and another one others', () => {
  expect(generatedSets(variants, { count: 60, seed: 7 })).toEqual(sets)
  expect(generatedSets(variants, { count: 60, seed: 8 })).not.toEqual(sets)
})

test('no set holds two variants of one choice, and each variant is in some set', () => {
  for (const set of sets) expect(new Set(set.map(({ choice }) => choice)).size).toBe(set.length)
  expect(new Set(sets.flat()).size).toBe(variants.length)
})
