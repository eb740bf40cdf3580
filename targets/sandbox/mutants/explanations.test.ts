import { expect, test } from 'vitest'
import { explanationsIn } from './explanations.ts'
import type { Mutant } from './mutant.ts'

const ids = ['cause', 'consequence', ...Array.from({ length: 30 }, (_, index) => `field-${index}`)]

const mutant = (more: Pick<Mutant, 'kills'> & Partial<Mutant>): Mutant => ({
  ...{ id: 'x', says: 'x', change: () => ({}) },
  ...more,
})

test('a failure that only follows from a mistake is explained by what names the mistake', () => {
  const found = explanationsIn([mutant({ kills: ['cause'], also: ['conseq*'], seenIn: ['s'] })], ids)
  expect(found('consequence')).toEqual([{ requirements: ['cause'], seenIn: ['s'] }])
  expect(found('cause')).toEqual([])
})

test('a failure that names as many mistakes as it follows from needs no explanation', () => {
  const follows = mutant({ kills: ['cause'], also: ['consequence'] })
  expect(explanationsIn([follows, mutant({ kills: ['consequence'] })], ids)('consequence')).toEqual([])
  expect(explanationsIn([follows, follows, mutant({ kills: ['consequence'] })], ids)('consequence')).toEqual([
    { requirements: ['cause'] },
    { requirements: ['cause'] },
  ])
})

test('a mistake that breaks nearly everything explains nothing', () => {
  expect(explanationsIn([mutant({ kills: ['cause'], also: ['field-*'] })], ids)('field-3')).toEqual([])
})
