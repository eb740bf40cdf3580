import { expect, test } from 'vitest'
import { startsInService } from './judged.ts'

const watched = { arrivals: [], watchedMs: 1, statusAtTheEnd: 'disabled', rotated: false, elsewhere: [] }

test.each([
  ['enabled', 'passed'],
  ['disabled', 'failed'],
  ['undefined', 'cannot-tell'],
])('a new endpoint at the address of one that is out of service, which is %s', (successor, kind) => {
  expect(startsInService({ ...watched, successor }).kind).toBe(kind)
})

test('of an address that is refused nothing is known', () => {
  expect(startsInService(watched).kind).toBe('cannot-tell')
})
