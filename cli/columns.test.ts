import { expect, test } from 'vitest'
import { entry } from './columns.ts'

test.each([
  ['no terminal', undefined, '  id      a text of some words and then more of them\n'],
  ['a narrow one', 32, '  id\n      a text of some words and\n      then more of them\n'],
  ['a wide one', 40, '  id      a text of some words and then\n          more of them\n'],
])('an entry on %s', (_, columns, written) => {
  expect(entry('id', 'a text of some words and then more of them', 6, columns)).toBe(written)
})
