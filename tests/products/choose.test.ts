import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import { PRODUCT_KINDS } from '../../targets/sandbox/mutants/products/index.ts'
import { chooseProducts, inPlatforms, leftOpenBy } from './choose.ts'

const NAMES = {
  slips: [
    { id: 'lost', kills: ['a'], disturbs: true },
    { id: 'doubled', kills: ['a', 'b'] },
    { id: 'late', kills: ['c'] },
    { id: 'refused', kills: ['d'], disturbs: true },
  ],
  guards: [{ id: 'even' }, { id: 'large' }, { id: 'reviewed' }, { id: 'held' }],
} as const

test('so many products of each slip are chosen, the same for the same seed', () => {
  const one = chooseProducts(NAMES, { strength: 1, each: 2, seed: 1 })
  expect(one).toHaveLength(8)
  expect(one).toEqual(chooseProducts(NAMES, { strength: 1, each: 2, seed: 1 }))
  expect(one).not.toEqual(chooseProducts(NAMES, { strength: 1, each: 2, seed: 2 }))
})

test('where two circumstances meet, they are two', () => {
  const products = chooseProducts(NAMES, { strength: 2, each: 99, seed: 1 })
  for (const { guards } of products) expect(new Set(guards).size).toBe(2)
})

test('a failure names one product of a platform, and only one of them disturbs', () => {
  const platforms = inPlatforms(NAMES, chooseProducts(NAMES, { strength: 1, each: 3, seed: 1 }))
  expect(platforms.flat()).toHaveLength(12)
  for (const platform of platforms) {
    const slips = platform.map(({ slip }) => NAMES.slips.find(({ id }) => id === slip))
    const kills = slips.flatMap((slip) => slip?.kills ?? [])
    expect(kills).toHaveLength(new Set(kills).size)
    expect(slips.filter((slip) => slip && 'disturbs' in slip).length).toBeLessThanOrEqual(1)
  }
})

test('a product is left open by the reading of one of its circumstances', () => {
  const slips = [{ id: 'doubled', open: { R28: ['reviewed'] } }, { id: 'lost' }]
  expect(leftOpenBy(slips, { slip: 'doubled', guards: ['even', 'reviewed'] })).toBe('R28')
  expect(leftOpenBy(slips, { slip: 'doubled', guards: ['even', 'held'] })).toBeUndefined()
  expect(leftOpenBy(slips, { slip: 'lost', guards: ['reviewed'] })).toBeUndefined()
})

test.each(Object.entries(PRODUCT_KINDS))(
  'what %s leave open names known circumstances and readings',
  (_, kind) => {
    const readings = readFileSync('docs/reference/readings.md', 'utf8')
    const guards = kind.guards.map(({ id }) => id)
    const all = kind.slips.map(({ open = {} }) => open)
    expect(
      all
        .flatMap(Object.values)
        .flat()
        .filter((guard) => !guards.includes(guard)),
    ).toEqual([])
    expect(all.flatMap(Object.keys).filter((reading) => !readings.includes(`**${reading}. `))).toEqual([])
  },
)

test.each(Object.entries(PRODUCT_KINDS))(
  '%s have slips and guards with ids of their own, seen by known requirements',
  async (_, { slips, guards }) => {
    const { requirements } = await loadSpec()
    for (const all of [slips, guards]) expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    const known = requirements.map(({ id }) => id)
    expect(slips.flatMap(({ kills }) => kills.filter((id) => !known.includes(id)))).toEqual([])
  },
)
