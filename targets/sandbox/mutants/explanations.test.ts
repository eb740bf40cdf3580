import { expect, test } from 'vitest'
import { explanationsIn } from './explanations.ts'
import type { SightedMutant } from './mutant.ts'

const ids = ['cause', 'consequence', ...Array.from({ length: 30 }, (_, index) => `field-${index}`)]

const mutant = (more: Pick<SightedMutant, 'kills'> & Partial<SightedMutant>): SightedMutant => ({
  ...{ id: 'x', says: 'x', change: () => ({}) },
  ...more,
})

test('a failure that only follows from a mistake is explained by what names the mistake', () => {
  const found = explanationsIn([mutant({ kills: ['cause'], also: ['conseq*'], seenIn: ['s'] })], ids)
  expect(found('consequence')).toEqual({
    explanations: [{ requirements: ['cause'], seenIn: ['s'] }],
    mostlyFollows: true,
  })
  expect(found('cause')).toEqual({ explanations: [], mostlyFollows: false })
})

test('a failure that names as many mistakes as it follows from does not mostly follow', () => {
  const follows = mutant({ kills: ['cause'], also: ['consequence'] })
  const own = mutant({ kills: ['consequence'] })
  expect(explanationsIn([follows, own], ids)('consequence').mostlyFollows).toBe(false)
  expect(explanationsIn([follows, follows, own], ids)('consequence').mostlyFollows).toBe(true)
})

test('a mistake that breaks nearly everything explains nothing', () => {
  expect(
    explanationsIn([mutant({ kills: ['cause'], also: ['field-*'] })], ids)('field-3').explanations,
  ).toEqual([])
})
