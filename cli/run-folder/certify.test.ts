import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { filesBelow } from './certify.ts'

test('every file below a folder counts, and so does a link, wherever it leads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'below-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'inner'))
  writeFileSync(join(folder, 'inner', 'one.json'), '{}')
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
  symlinkSync(join(folder, 'inner'), join(folder, 'other'))
  const names = Object.keys(filesBelow(folder) ?? {})
  expect(names.sort()).toEqual([join('inner', 'one.json'), 'link', 'other'])
})

test('a folder that is not there is no mismatch', () => {
  expect(filesBelow(join(tmpdir(), 'there-is-no-such-folder'))).toBeUndefined()
})
