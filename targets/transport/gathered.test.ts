import { expect, test } from 'vitest'
import { Gathered } from './gathered.ts'

test('pieces of whatever size come out as they went in', () => {
  const gathered = new Gathered()
  const pieces = [3, 0, 1, 1, 1, 200, 7].map((size, place) => Buffer.alloc(size, place + 1))
  for (const piece of pieces) gathered.add(piece)
  expect(gathered.whole()).toEqual(Buffer.concat(pieces))
})

test('a piece that is changed afterwards changes nothing', () => {
  const gathered = new Gathered()
  const piece = Buffer.from('abc')
  gathered.add(piece)
  piece.fill(0)
  expect(gathered.whole().toString()).toBe('abc')
})

test('a hundred thousand pieces of a byte take the room of two bytes each at most', () => {
  const gathered = new Gathered()
  for (let at = 0; at < 100_000; at += 1) gathered.add(Buffer.from('a'))
  expect(gathered.whole().buffer.byteLength).toBeLessThan(200_001)
})

test('nothing is nothing', () => {
  expect(new Gathered().whole()).toHaveLength(0)
})

test('a body that says how long it is takes no more room than that', () => {
  const gathered = new Gathered()
  gathered.expect(300)
  for (const size of [100, 100, 100]) gathered.add(Buffer.alloc(size, 1))
  expect(gathered.whole().buffer.byteLength).toBe(300)
})

test('a body may be shorter or longer than it says', () => {
  const [short, long] = [new Gathered(), new Gathered()]
  short.expect(1000)
  short.add(Buffer.from('abc'))
  expect(short.whole().toString()).toBe('abc')
  long.expect(2)
  for (const piece of ['a', 'b', 'c']) long.add(Buffer.from(piece))
  expect(long.whole().toString()).toBe('abc')
})
