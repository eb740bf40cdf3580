import { expect, test } from 'vitest'
import { pathOf } from './incoming.ts'

test.each([
  ['/r/one/api/submit', '/r/one/api/submit'],
  ['http://127.0.0.1:4010/r/one/api/submit?a=http://b', '/r/one/api/submit?a=http://b'],
  ['HTTPS://localhost/r/one', '/r/one'],
  ['http://localhost', '/'],
  ['http://localhost?a', '/?a'],
  ['/r/http://one', '/r/http://one'],
])('the target %s names the path %s', (url, path) => {
  expect(pathOf({ url })).toBe(path)
})
