import { expect, test } from 'vitest'
import { names } from './names.ts'

test('texts become names in kebab case, each of them once', () => {
  const nameOf = names()
  expect(['A bind, twice!', 'a bind twice', '¿Qué?', '…', 'x'.repeat(200)].map(nameOf)).toEqual([
    'a-bind-twice',
    'a-bind-twice-2',
    'qu',
    'unnamed',
    'x'.repeat(90),
  ])
})
