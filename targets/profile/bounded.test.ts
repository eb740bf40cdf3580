import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readBounded } from './bounded.ts'

const folder = mkdtempSync(join(tmpdir(), 'bounded-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a file of just the length is read, and no longer one', () => {
  const file = join(folder, 'file')
  writeFileSync(file, 'äbc')
  expect(readBounded(file, 4)).toBe('äbc')
  expect(() => readBounded(file, 3)).toThrow(RangeError)
})

test('a device that gives bytes without end is refused', () => {
  expect(() => readBounded('/dev/zero', 1000)).toThrow(RangeError)
})

test('what is not there is the error of the system', () => {
  expect(() => readBounded(join(folder, 'none'), 10)).toThrow(/ENOENT/)
})
