import { expect, test } from 'vitest'
import { ByteCollector } from './byte-collector.ts'

test('pieces of whatever size come out as they went in', () => {
  const collector = new ByteCollector()
  const pieces = [3, 0, 1, 1, 1, 200, 7].map((size, place) => Buffer.alloc(size, place + 1))
  for (const piece of pieces) collector.add(piece)
  expect(collector.whole()).toEqual(Buffer.concat(pieces))
})

test('a piece that is changed afterwards changes nothing', () => {
  const collector = new ByteCollector()
  const piece = Buffer.from('abc')
  collector.add(piece)
  piece.fill(0)
  expect(collector.whole().toString()).toBe('abc')
})

test('a hundred thousand pieces of a byte take the room of two bytes each at most', () => {
  const collector = new ByteCollector()
  for (let at = 0; at < 100_000; at += 1) collector.add(Buffer.from('a'))
  expect(collector.whole().buffer.byteLength).toBeLessThan(200_001)
})

test('nothing is nothing', () => {
  expect(new ByteCollector().whole()).toHaveLength(0)
})

test('a body that says how long it is takes no more room than that', () => {
  const collector = new ByteCollector()
  collector.expect(300)
  for (const size of [100, 100, 100]) collector.add(Buffer.alloc(size, 1))
  expect(collector.whole().buffer.byteLength).toBe(300)
})

test('a body may be shorter or longer than it says', () => {
  const [short, long] = [new ByteCollector(), new ByteCollector()]
  short.expect(1000)
  short.add(Buffer.from('abc'))
  expect(short.whole().toString()).toBe('abc')
  long.expect(2)
  for (const piece of ['a', 'b', 'c']) long.add(Buffer.from(piece))
  expect(long.whole().toString()).toBe('abc')
})
