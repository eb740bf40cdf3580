import { expect, test } from 'vitest'
import { answeredWith } from '../../vocabulary/operator/testing.ts'
import { eachTaken, isBindable, type UpdateBetweenReads } from './after-updates.ts'

const inState = (quote_status: string) =>
  answeredWith(200, { status: 'success', data: { quote_status } }, 'status')
const request = (status: number, before = 'ready_to_bind', after = 'ready_to_bind'): UpdateBetweenReads => ({
  before: inState(before),
  answer: answeredWith(status),
  after: inState(after),
})

test('each update of a ready quote is accepted', () => {
  expect(eachTaken([request(200), request(202)]).kind).toBe('passed')
  expect(eachTaken([request(200), request(409)]).kind).toBe('failed')
})

test('a quote that is rated anew meanwhile may refuse an update', () => {
  expect(eachTaken([request(200), request(409, 'pending')]).kind).toBe('passed')
  expect(eachTaken([request(409, 'ready_to_bind', 'pending')]).kind).toBe('cannot-tell')
})

test('a quote that was updated and is ready can be bound', () => {
  const bindable = (update: UpdateBetweenReads, bind: UpdateBetweenReads) =>
    isBindable({ updates: [update], bind })
  expect(bindable(request(200), request(202, 'ready_to_bind', 'bound')).kind).toBe('passed')
  expect(bindable(request(200), request(409)).kind).toBe('failed')
  expect(bindable(request(200), request(409, 'underwriter_review')).kind).toBe('cannot-tell')
  expect(bindable(request(409), request(202))).toMatchObject({ kind: 'cannot-tell' })
})
