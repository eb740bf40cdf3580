import { expect, test } from 'vitest'
import type { Exchange } from '../../../../conformance/exchange.ts'
import { foundAmong, ofItsQuote, soughtIn } from './whose.ts'

const exchange = { id: 'a#1', operation: 'policy' } as Exchange

const quote = (id: string, name: string, taxId = id) => ({
  id,
  submission: { insured_name: name, insured_taxid: taxId, insured_contact: { email: `${id}@one.example` } },
  submitted: exchange,
})

const own = quote('q1', 'Alder 12')

test('a document is searched for its quote and for others, but not for another one of its insured', () => {
  const others = [own, quote('q2', 'Birch'), quote('q3', 'Alder 12'), quote('q4', 'Cedar', 'q1')]
  expect(soughtIn(own, others)).toEqual({
    own: ['q1', 'Alder 12', 'q1@one.example'],
    foreign: ['q2', 'Birch', 'q2@one.example'],
  })
})

test('a text of another quote that is a part of an own one is not looked for', () => {
  expect(soughtIn(own, [quote('q5', 'alder 1')]).foreign).toEqual(['q5', 'q5@one.example'])
})

test.each([
  ['passed', ['Alder 12']],
  ['failed', ['Birch']],
  ['failed', ['Alder 12', 'Birch']],
  ['cannot-tell', []],
])('%s where %j is found', (kind, found) => {
  const names = foundAmong(soughtIn(own, [quote('q2', 'Birch')]), found)
  expect(ofItsQuote([{ exchange, ...names }]).kind).toBe(kind)
})

test('quotes may have one insured by way of another quote', () => {
  const between = quote('q6', 'Birch', 'q1')
  expect(soughtIn(own, [quote('q2', 'Birch'), between]).foreign).toEqual([])
})

test('a text that the profile sets is not looked for', () => {
  const recipes = { failed: { insured_name: 'Birch' } }
  expect(soughtIn(own, [quote('q2', 'Birch')], recipes).foreign).toEqual(['q2', 'q2@one.example'])
})
