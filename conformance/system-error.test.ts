import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isSystemError, reasonOf } from './system-error.ts'

function errorOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}

describe('the reason of an error', () => {
  test.each([
    ['a file that is not there', '/there/is/no/such', 'it, or a folder of its path, does not exist'],
    ['a folder', '/', 'it is a folder'],
    ['a path through a file', `${import.meta.filename}/below`, 'a part of its path is no folder'],
  ])('of %s is said in plain words', (_, file, reason) => {
    const error = errorOf(() => readFileSync(file))
    expect(isSystemError(error)).toBe(true)
    expect(reasonOf(error)).toBe(reason)
  })

  test('that is not the system’s is the first line of its message', () => {
    expect(reasonOf(new SyntaxError('no JSON\n  at 1'))).toBe('no JSON')
    expect(reasonOf('gone')).toBe('gone')
  })
})
