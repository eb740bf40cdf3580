import { expect, test } from 'vitest'
import { valueAt, withoutValue, withValue } from './pointer.ts'

const body = { a: 1, b: { c: 2, d: { e: 3 } }, list: [{ f: 4 }, 5], 'x/y': 6, 'm~n': 7 }

test.each([
  ['', body],
  ['/a', 1],
  ['/b/d/e', 3],
  ['/list/0/f', 4],
  ['/list/1', 5],
  ['/x~1y', 6],
  ['/m~0n', 7],
  ['/none', undefined],
  ['/a/none', undefined],
  ['/list/01', undefined],
  ['/list/length', undefined],
  ['/toString', undefined],
])('the pointer %j leads to %j', (pointer, value) => {
  expect(valueAt(body, pointer)).toEqual(value)
})

test('a value is put where it belongs, and what is missing on the way is made', () => {
  expect(withValue(body, '/b/d/e', 0)).toEqual({ ...body, b: { c: 2, d: { e: 0 } } })
  expect(withValue(body, '/list/0/f', 0)).toEqual({ ...body, list: [{ f: 0 }, 5] })
  expect(withValue({}, '/new/deep', 0)).toEqual({ new: { deep: 0 } })
})

test.each([
  ['/a', { b: body.b }],
  ['/b/c', { b: { d: { e: 3 } } }],
  ['/b/d/e', { b: { c: 2, d: {} } }],
])('what stands at %s is taken away, however deep', (pointer, left) => {
  expect(withoutValue({ a: 1, b: body.b }, pointer)).toEqual({
    ...(pointer === '/a' ? {} : { a: 1 }),
    ...left,
  })
})

test('an item of a list is taken away, and what is not there is not missed', () => {
  expect(withoutValue(body, '/list/0')).toEqual({ ...body, list: [5] })
  expect(withoutValue(body, '/list/0/f')).toEqual({ ...body, list: [{}, 5] })
  expect(withoutValue(body, '/b/none/e')).toEqual(body)
  expect(withoutValue(body, '/list/9')).toEqual(body)
})

test('the body itself stays as it was', () => {
  const before = structuredClone(body)
  withValue(body, '/b/d/e', 0)
  withoutValue(body, '/b/d/e')
  expect(body).toEqual(before)
})
