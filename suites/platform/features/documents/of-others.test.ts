import { expect, test } from 'vitest'
import { answeredWith } from '../../vocabulary/operator/testing.ts'
import { DOCUMENTS } from '../../vocabulary/quotes/api.ts'
import { keptFrom, type OtherPartners } from './of-others.ts'

const asked = (status: number, counterpart = 404): OtherPartners => ({
  answers: Object.fromEntries(
    DOCUMENTS.map((name) => [name, answeredWith(status)]),
  ) as OtherPartners['answers'],
  counterpart: answeredWith(counterpart),
})
const judged = (otherPartners: OtherPartners, ownerGets: number) =>
  keptFrom(otherPartners, 'policy', { exchange: answeredWith(ownerGets) }).kind

test('a document that goes to another partner is a breach, whatever its owner gets', () => {
  expect(judged(asked(200), 200)).toBe('failed')
  expect(judged(asked(200), 404)).toBe('failed')
})

test('a refusal decides only where the owner is served and the other partner is let in', () => {
  expect(judged(asked(404), 200)).toBe('passed')
  expect(judged(asked(404), 400)).toBe('cannot-tell')
  expect(judged(asked(401, 401), 200)).toBe('cannot-tell')
})
