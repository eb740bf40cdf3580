import { expect, test } from 'vitest'
import { DOCUMENTS } from '../../vocabulary/api.ts'
import { answered } from '../office/testing.ts'
import { keptFrom, type Strangers } from './of-others.ts'

const asked = (status: number, counterpart = 404): Strangers => ({
  answers: Object.fromEntries(DOCUMENTS.map((name) => [name, answered(status)])) as Strangers['answers'],
  counterpart: answered(counterpart),
})
const owned = (status: number) => {
  const read = answered(200)
  return { before: read, attempts: [answered(status)], after: read }
}
const judged = (strangers: Strangers, ownerGets: number) =>
  keptFrom(strangers, 'policy', owned(ownerGets)).kind

test('a document that goes to a stranger is a breach, whatever its owner gets', () => {
  expect(judged(asked(200), 200)).toBe('failed')
  expect(judged(asked(200), 404)).toBe('failed')
})

test('a refusal decides only where the owner is served and the stranger is let in', () => {
  expect(judged(asked(404), 200)).toBe('passed')
  expect(judged(asked(404), 400)).toBe('cannot-tell')
  expect(judged(asked(401, 401), 200)).toBe('cannot-tell')
})
