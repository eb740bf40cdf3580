import { describe, expect, test } from 'vitest'
import { knownGood } from '../known-good.ts'
import { aYearLater, minimumRetentionOf, rate } from './rate.ts'
import { standardRating } from './rules.ts'

const good = knownGood(Date.UTC(2026, 5, 1))
const rated = (changes: Partial<typeof good>) => {
  const submission = { ...good, ...changes }
  return rate(submission, minimumRetentionOf(submission))
}

describe('rating', () => {
  test('rates a number and the string of its digits alike', () => {
    const { revenue, agg_limit, retention } = good
    const asText = { revenue: `${revenue}`, agg_limit: `${agg_limit}`, retention: `${retention}` }
    expect(rated(asText)).toEqual(rated({}))
  })

  test('keeps a retention at or above the minimum', () => {
    expect(rated({ retention: 2500 })).toMatchObject({ retention: 2500 })
    expect(rated({ retention: 2500 })).not.toHaveProperty('raisedFrom')
  })

  test('raises a retention below the minimum, which grows with revenue', () => {
    expect(rated({ retention: '1000' })).toMatchObject({ retention: 2500, raisedFrom: 1000 })
    expect(rated({ retention: 2500, revenue: 60_000_000 })).toMatchObject({ retention: 10_000 })
  })

  test('asks a higher premium for more limit, more claims and more risk, and a lower one for more retention', () => {
    const { premium } = rated({})
    expect(rated({ agg_limit: 2_000_000 }).premium).toBeGreaterThan(premium)
    expect(rated({ claims: { claims_count: 2 } }).premium).toBeGreaterThan(premium)
    expect(rated({ question_highrisk: true }).premium).toBeGreaterThan(premium)
    expect(rated({ retention: 50_000 }).premium).toBeLessThan(premium)
  })

  test('knows no negative zero', () => {
    expect(Object.is(rated({ agg_limit: -0 }).aggLimit, 0)).toBe(true)
  })

  test.each([
    ['2026-07-01', '2027-07-01'],
    ['2028-02-29', '2029-02-28'],
    ['9999-12-31', '9999-12-31'],
  ])('lets a term that begins on %s end on %s', (from, to) => {
    expect(aYearLater(from)).toBe(to)
  })
})

describe('the outcome', () => {
  test.each([
    ['ready_to_bind', {}],
    ['ready_to_bind', { claims: { claims_count: 9 } }],
    ['underwriter_review', { question_highrisk: true }],
    ['approved_rate', { broker_email: 'someone@Not-Onboarded.example' }],
    ['declined', { claims: { claims_count: 10 } }],
    ['failed', { insured_name: 'Sandbox Processing Failure LLC' }],
  ])('is %s for %j', (outcome, changes) => {
    expect(standardRating.outcome({ ...good, ...changes })).toBe(outcome)
  })
})
