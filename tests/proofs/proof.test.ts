import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import { mutants } from '../../targets/sandbox/mutants/index.ts'
import { type Variant, variants } from '../../targets/sandbox/variants/index.ts'
import { fits } from '../proof/kills.ts'
import { breakable, type Matrix } from '../proof/matrix.ts'
import { pageOf } from '../proof/page.ts'
import { pairwise, sharedOut } from '../proof/pairs.ts'
import { perform } from '../proof/perform.ts'
import { openPool, type Pool } from '../proof/pool.ts'

let pool: Pool
let matrix: Matrix

beforeAll(async () => {
  pool = openPool()
  matrix = await perform(pool, { extent: 'sighted', only: [] })
}, 600_000)
afterAll(() => pool.close())

describe('the proof', () => {
  test('finds no survivor, no kill that is not declared, no false alarm and no requirement without a mutant', () => {
    expect(matrix.problems).toEqual([])
  })

  test('is reported whole by its page', () => {
    const page = pageOf(matrix)
    expect(mutants.filter(({ id }) => !page.includes(`id="m-${id}"`))).toEqual([])
    expect(matrix.requirements.filter(({ id }) => !page.includes(`id="r-${id}"`))).toEqual([])
  })
})

describe('mutants and variants', () => {
  test('have ids of their own', () => {
    const ids = [...mutants, ...variants].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
  })

  test('name requirements that there are', async () => {
    const { requirements } = await loadSpec()
    const can = breakable(requirements).map(({ id }) => id)
    const observed = requirements.filter(({ level }) => level === 'observe').map(({ id }) => id)
    const known = (ids: readonly string[]) => (pattern: string) => ids.some((id) => fits(pattern, id))
    expect(
      mutants.flatMap(({ kills, also = [] }) => [...kills, ...also]).filter((one) => !known(can)(one)),
    ).toEqual([])
    expect(variants.flatMap(({ observes }) => observes).filter((one) => !known(observed)(one))).toEqual([])
  })

  test('are at least twenty legal ways to differ, each in one choice', () => {
    expect(variants.length).toBeGreaterThanOrEqual(20)
  })
})

const byId = ({ id: one }: Variant, { id: other }: Variant): number => one.localeCompare(other)

describe('combinations', () => {
  const choicesOf = (rows: readonly (readonly Variant[])[]) =>
    rows.map((row) => row.map(({ choice }) => choice))
  const meetingThemselves = (rows: readonly (readonly Variant[])[]) =>
    choicesOf(rows).filter((chosen) => new Set(chosen).size < chosen.length)

  test('of the whole form meet every pair of variants of different choices', () => {
    const rows = pairwise(variants)
    const missing = variants.flatMap((one) =>
      variants.filter(
        (other) =>
          one.choice !== other.choice && !rows.some((row) => row.includes(one) && row.includes(other)),
      ),
    )
    expect(missing).toEqual([])
    expect(meetingThemselves(rows)).toEqual([])
  })

  test('of the quick form have each variant once', () => {
    const rows = sharedOut(variants)
    expect(rows.flat().toSorted(byId)).toEqual(variants.toSorted(byId))
    expect(meetingThemselves(rows)).toEqual([])
  })

  test('of the quick form hide nothing in all of them', () => {
    const combined = variants.filter(({ exclusive }) => exclusive === undefined)
    const rows = sharedOut(combined)
    const hiding = new Set(combined.flatMap(({ hides = [] }) => hides))
    const everywhere = [...hiding].filter((one) =>
      rows.every((row) => row.some(({ hides = [] }) => hides.includes(one))),
    )
    expect(everywhere).toEqual([])
  })

  test('of the whole form leave each choice standard beside each variant once', () => {
    const rows = pairwise(variants)
    const missing = variants.flatMap((one) =>
      [...new Set(variants.map(({ choice }) => choice))].filter(
        (choice) =>
          choice !== one.choice &&
          !rows.some((row) => row.includes(one) && row.every((other) => other.choice !== choice)),
      ),
    )
    expect(missing).toEqual([])
  })
})
