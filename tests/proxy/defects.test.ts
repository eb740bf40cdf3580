import { expect, test } from 'vitest'
import { seenOf } from './partner.ts'

/** Defects of a platform that a partner's own tests show, with a statement that each breaks. */
const DEFECTS = [
  ['money-in-another-locale', 'record-policy-term-agg-limit'],
  ['created-at-moves-with-updates', 'created-at-never-changes'],
  ['json-with-a-trailing-warning', 'json-answers-parse'],
  ['quote-id-of-the-policy', 'quote-id-never-changes'],
  ['bind-says-success', 'bind-envelope'],
  ['bind-calls-it-quote-id', 'bind-id'],
  ['checkout-link-relative', 'record-checkout-link'],
  ['says-pending-bind-and-issue', 'record-quote-status'],
  ['signs-with-colons', 'signature-verifies'],
  ['events-behind-a-byte-order-mark', 'payload-is-json'],
  ['created-at-missing-once-issued', 'record-created-at'],
] as const

const breached = (breaches: Awaited<ReturnType<typeof seenOf>>) => [
  ...new Set(breaches.map(({ requirement, by }) => `${requirement} by the ${by}`)),
]

test.each(DEFECTS)('%s shows in the traffic of a partner', async (mutant, requirement) => {
  expect(breached(await seenOf({ mutant }))).toContain(`${requirement} by the platform`)
})

test('a right platform and a right client break nothing', async () => {
  expect(breached(await seenOf({}))).toEqual([])
})
