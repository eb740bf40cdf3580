import { expect, test } from 'vitest'
import { startsInService } from './judged.ts'

test.each([
  ['enabled', 'passed'],
  ['disabled', 'failed'],
  ['undefined', 'cannot-tell'],
])('a new endpoint at the address of one that is out of service, which is %s', (successor, kind) => {
  expect(startsInService({ successor }).kind).toBe(kind)
})

test('of an address that is refused nothing is known', () => {
  expect(startsInService({}).kind).toBe('cannot-tell')
})
