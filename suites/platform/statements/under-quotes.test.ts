import { expect, test } from 'vitest'
import { failed, passed } from '../../../conformance/verdict.ts'
import { RATED, story } from '../ledger/testing.ts'
import { underQuotes } from './under-quotes.ts'

const facts = story(...RATED)
const [first] = facts.arrivals ?? []
const finding = { expected: 'a field', observed: 'none' }

test('a finding on a delivery says the circumstances of its quote', () => {
  expect(underQuotes(failed({ ...finding, arrival: first?.id ?? '' }), facts)).toMatchObject({
    findings: [{ ...finding, under: 'straight through' }],
  })
})

test('a finding on a delivery of no quote stays as it is, and so does a pass', () => {
  expect(underQuotes(failed({ ...finding, arrival: 'another' }), facts)).toEqual(
    failed({ ...finding, arrival: 'another' }),
  )
  expect(underQuotes(passed(), facts)).toEqual(passed())
})
