import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Journey, Made } from './journey.ts'
import { ShrinkingJourneys } from './shrinking.ts'

const shrinking = new ShrinkingJourneys(fc.constant({ quotes: [], steps: [] }))

/** The quotes of the smaller journeys of one quote. */
const plainerThan = (made: Made): readonly Made[] => {
  const journey: Journey = { quotes: [made], steps: [{ quote: 0, action: 'bind', immediate: false }] }
  return [...shrinking.shrink(journey)].flatMap(({ value }) => value.quotes)
}

test('a quote is tried without the outcome that it is submitted for', () => {
  expect(plainerThan({ outcome: 'underwriter_review', key: 'secondary' })).toContainEqual({
    outcome: 'ready_to_bind',
    key: 'secondary',
  })
})

test('of several outcomes, each is left out alone', () => {
  const plainer = plainerThan({ outcome: 'underwriter_review', also: ['retention_raised'] })
  expect(plainer).toContainEqual({ outcome: 'underwriter_review' })
  expect(plainer).toContainEqual({ outcome: 'retention_raised' })
})

test.each<Made>([
  { outcome: 'underwriter_review' },
  { outcome: 'ready_to_bind', forms: ['long-name'] },
  { outcome: 'approved_rate', also: ['retention_raised'], key: 'secondary' },
])('no smaller journey is the journey itself: %j', (made) => {
  expect(plainerThan(made)).not.toContainEqual(made)
})

test('a usual quote is as plain as it gets', () => {
  expect(plainerThan({ outcome: 'ready_to_bind' })).toEqual([])
})
