import { expect, test } from 'vitest'
import { Pointers } from './pointers.ts'

const key = 'operator.show_client.returns.client'

test('a pointer that never found anything is wrong', () => {
  const pointers = new Pointers()
  pointers.missed(key, 'the answer has nothing at /data')
  pointers.missed(key, 'the answer has nothing at /data again')
  expect(pointers.misread()).toBe(`${key}: the answer has nothing at /data`)
})

test('a pointer that found something once is right, before and after', () => {
  const pointers = new Pointers()
  pointers.missed(key, 'the answer has nothing at /data')
  pointers.found(key)
  expect(pointers.misread()).toBeUndefined()
})

test('while nothing was read, nothing is wrong', () => {
  expect(new Pointers().misread()).toBeUndefined()
})
