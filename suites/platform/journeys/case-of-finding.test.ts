import { expect, test } from 'vitest'
import type { Case } from '../vocabulary/cases/property.ts'
import { caseOfFinding } from './case-of-finding.ts'
import type { JourneyTrace } from './trace.ts'

const input = { quotes: [], steps: [] }
const one = (number: number, name: string): Case<typeof input, JourneyTrace> => ({
  number,
  input,
  seen: {
    quotes: [{ id: `quote-${number}`, submission: { insured_name: name } }],
    steps: [],
    exchanges: [{ id: `sent-${number}` }],
  } as unknown as JourneyTrace,
})
const cases = [one(1, 'Ada'), one(4, 'Zoë'), one(9, 'Ada')]
const breach = { expected: 'an event', observed: 'none' }

test.each([
  ['an exchange', { exchange: 'sent-4' }, undefined, '4'],
  ['an event with the id of a quote', { arrival: 'a' }, '{"quoteId":"quote-9","name":"Ada"}', '9'],
  ['an event with the name of one insured', { arrival: 'a' }, '{"name":"Zoë"}', '4'],
  ['an event with the name of two', { arrival: 'a' }, '{"name":"Ada"}', undefined],
  ['that something is missing', { exchange: 'sent-4', absence: true } as const, undefined, '4'],
  ['that something of two is missing', { exchange: 'sent-9', absence: true } as const, undefined, undefined],
  ['neither', {}, undefined, undefined],
])('the case of a finding that shows %s', (_, shows, body, number) => {
  expect(caseOfFinding({ ...breach, ...shows }, cases, body)).toBe(number)
})
