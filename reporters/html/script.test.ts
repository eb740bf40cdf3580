import { Script } from 'node:vm'
import { expect, it } from 'vitest'
import { joinedScript } from './script.ts'

it('the joined modules are one script: no import is left, and no name is declared twice', () => {
  const script = joinedScript()
  expect(script).not.toMatch(/^(import|export) /m)
  // Compiled, not run: a name that two modules declare is a syntax error.
  expect(new Script(script)).toBeInstanceOf(Script)
})

it('nothing in it ends the element that it stands in', () => {
  expect(joinedScript()).not.toMatch(/<\/script|<!--/i)
})
