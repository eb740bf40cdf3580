import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refuseForeignSummary } from './own-summary.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'many-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const leave = (name: string, text: string) => writeFileSync(join(folder, name), text)

test('an empty folder is taken, and that of an earlier certification', () => {
  expect(() => refuseForeignSummary(folder)).not.toThrow()
  leave('summary.json', '{"profiles":[]}')
  leave('junit.xml', '<testsuites/>')
  expect(() => refuseForeignSummary(folder)).not.toThrow()
})

test.each([
  ['summary.json', '{"total":{}}'],
  ['summary.json', 'no JSON'],
  ['junit.xml', '<testsuites/>'],
  ['summary.md', '# Mine'],
])('a folder with %s of somebody else is refused', (name, text) => {
  leave(name, text)
  expect(() => refuseForeignSummary(folder)).toThrow(`holds ${name}`)
})
