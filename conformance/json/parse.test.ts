import { expect, test } from 'vitest'
import { parseJson } from './parse.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('what is JSON has its value, anything else has none', () => {
  expect(parseJson('{"a":[1,"}]"]}')).toEqual({ a: [1, '}]'] })
  expect([parseJson('{'), parseJson(undefined), parseJson('')]).toEqual([undefined, undefined, undefined])
})

test('what nests deeper than any message has none', () => {
  expect(parseJson(nested(200))).toBeDefined()
  expect([201, 100_000, 1_000_000].map((depth) => parseJson(nested(depth)))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(parseJson('{"a":'.repeat(100_000))).toBe(undefined)
})

test('brackets within texts are no nesting', () => {
  const text = '[{\\"'.repeat(500)
  expect(parseJson(`["${text}"]`)).toEqual(['[{"'.repeat(500)])
})
