import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../conformance/testing.ts'
import { filesBelow } from './certify.ts'

test('every file below a folder counts, and so does a link, wherever it leads', () => {
  const folder = testFolder()
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
