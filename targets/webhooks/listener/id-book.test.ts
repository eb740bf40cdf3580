import { expect, test } from 'vitest'
import { IdBook } from './id-book.ts'

const event = (type: string, data: object) => JSON.stringify({ type, data })
const quote = (quoteId: string, more: object = {}) => event('quote.created', { quoteId, ...more })
const policy = (policyId: string, name: string) =>
  event('policy.created', { policyId, customer: { name }, partnerId: 'p-1' })

test('an Event-ID may come again with its event, whatever else differs, and with no other', () => {
  const book = new IdBook()
  expect(book.note('e-1', quote('q-1'))).toEqual([])
  expect(book.note('e-1', quote('q-1', { status: 'ready' }))).toEqual([])
  expect(book.note('e-1', quote('q-2'))).toEqual(['event-id'])
  expect(book.note('e-2', quote('q-2'))).toEqual([])
})

test('a policy id belongs to one customer', () => {
  const book = new IdBook()
  expect(book.note('e-1', policy('1', 'maple'))).toEqual([])
  expect(book.note('e-2', policy('1', 'maple'))).toEqual([])
  expect(book.note('e-3', policy('1', 'alder'))).toEqual(['policy-id'])
})

test('a delivery that is no event has no ids', () => {
  const book = new IdBook()
  for (const body of [undefined, '', '[]', '{"data":null}']) expect(book.note('e-1', body)).toEqual([])
})

test('a repeat that lacks what its event is about reuses no id', () => {
  const book = new IdBook()
  expect(book.note('e-1', quote('q-1', { partnerId: 'p-1' }))).toEqual([])
  expect(book.note('e-1', event('quote.created', { partnerId: 'p-1' }))).toEqual([])
  expect(book.note('e-1', event('quote.created', { quoteId: null }))).toEqual([])
  expect(book.note('e-1', event('quote.created', { partnerId: 'p-2' }))).toEqual(['event-id'])
})
