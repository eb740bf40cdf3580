import { describe, expect, test } from 'vitest'
import { cover, coveredBy } from './cover.ts'

const FACTORS = {
  review: ['none', 'approved', 'declined'],
  bind: ['once', 'twice', 'never'],
  hold: ['nothing', 'rating', 'issue'],
  key: ['primary', 'secondary'],
  partner: ['own', 'other'],
} as const
const APART = [
  { review: 'declined', bind: 'once' },
  { review: 'declined', bind: 'twice' },
  { partner: 'other', key: 'secondary' },
  // Only together with the two before it does this leave a declined quote no issue.
  { hold: 'issue', bind: 'never' },
] as const

describe.each([1, 2, 3, 4, 5])('rows by seed %i', (seed) => {
  const options = { strength: 2, apart: APART, seed }

  test('every two values that can meet do so, and none that cannot', () => {
    const { rows, together } = cover(FACTORS, options)
    const met = new Set(
      rows.flatMap((row) => {
        const values = Object.values(row)
        return values.flatMap((one, place) =>
          values.slice(place + 1).map((other) => [one, other].sort().join(' ')),
        )
      }),
    )
    // All 67 pairs but the four that are apart, and but a hold of the issue of a declined quote.
    expect([met.size, together]).toEqual([62, 62])
    expect(coveredBy(rows, FACTORS, options)).toBe(62)
    expect(met).not.toContain('declined issue')
    expect(rows.length).toBeLessThanOrEqual(14)
  })

  test('chosen factors meet in threes', () => {
    const stronger = [['review', 'bind', 'hold']] as const
    const { rows } = cover(FACTORS, { ...options, stronger })
    const met = new Set(rows.map(({ review, bind, hold }) => [review, bind, hold].join(' ')))
    const apart = (one: string) => /declined (once|twice)|never issue/.test(one)
    const all = FACTORS.review.flatMap((review) =>
      FACTORS.bind.flatMap((bind) => FACTORS.hold.map((hold) => `${review} ${bind} ${hold}`)),
    )
    expect([...met].sort()).toEqual(all.filter((one) => !apart(one)).sort())
  })
})

test('each value of the other factors occurs beside a part', () => {
  const options = {
    strength: 2,
    apart: APART,
    seed: 1,
    beside: [{ review: 'none', hold: 'nothing' }],
  } as const
  const { rows, together } = cover(FACTORS, options)
  const beside = rows.filter(({ review, hold }) => review === 'none' && hold === 'nothing')
  for (const value of ['once', 'twice', 'never', 'primary', 'secondary', 'own', 'other'])
    expect(beside.flatMap((row) => Object.values(row))).toContain(value)
  expect(together).toBe(62 + 7)
  expect(coveredBy(rows, FACTORS, options)).toBe(together)
})

test('the same seed makes the same rows, another one others', () => {
  const rows = (seed: number) => cover(FACTORS, { strength: 2, apart: APART, seed }).rows
  expect(rows(7)).toEqual(rows(7))
  expect(rows(7)).not.toEqual(rows(8))
})

test('what is missing from rows is not counted', () => {
  const [row] = cover(FACTORS, { strength: 2, apart: APART, seed: 1 }).rows
  expect(coveredBy(row ? [row] : [], FACTORS, { strength: 2 })).toBe(10)
  expect(coveredBy([{ key: 'primary', partner: 'own' }], FACTORS, { strength: 2 })).toBe(1)
})

test('factors that leave no row are an error', () => {
  const apart = [{ key: 'primary' }, { key: 'secondary' }] as const
  expect(() => cover(FACTORS, { strength: 2, apart, seed: 1 })).toThrow('all apart')
})
