import { expect, test } from 'vitest'
import { type Explanation, explained } from './explained.ts'
import type { Difference } from './rows.ts'

const row: Difference = {
  subject: 'attempt-2-early',
  result: 'seen',
  requirement: 'retry-attempt-3',
  change: 'lost',
}
const whole: Difference = { subject: 'attempt-2-early', change: 'lost' }
const known: Explanation = {
  ...{ why: 'a reason', change: 'lost' },
  ...{ subjects: ['attempt-*-early'], requirements: ['retry-attempt-*'] },
}

test('a difference is explained by its subject, its requirement and its change', () => {
  expect(explained([row], [known]).open).toEqual([])
  for (const other of [
    { ...row, subject: 'attempt-2-late' },
    { ...row, requirement: 'breaker-stays-open' },
    { ...row, change: 'new' as const },
    whole,
  ])
    expect(explained([other], [known]).open).toEqual([other])
})

test('the explanation of a whole subject explains no result of it', () => {
  const { requirements: _, ...ofWhole } = known
  expect(explained([row, whole], [ofWhole]).open).toEqual([row])
})

test('the first explanation counts, and one that explains nothing shows', () => {
  const { by } = explained([row], [known, { ...known, why: 'another reason' }])
  expect([...by].map(([{ why }, own]) => [why, own.length])).toEqual([
    ['a reason', 1],
    ['another reason', 0],
  ])
})
