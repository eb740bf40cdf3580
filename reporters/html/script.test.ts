import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { pageScript } from './script.ts'

test('the page has one script without an import', () => {
  const script = pageScript()
  expect(script).not.toMatch(/^(import|export) /m)
  expect(new Script(script)).toBeInstanceOf(Script)
})

test('nothing in it ends the element that it stands in', () => {
  expect(pageScript()).not.toMatch(/<\/script|<!--/i)
})
