import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../conformance/testing.ts'
import { ADDRESS, addressIn, addressKeeper } from './kept-address.ts'

function madeFolder(): string {
  const folder = testFolder()
  return folder
}

test('the address of a run is read again, and nobody else may read it', () => {
  const folder = madeFolder()
  const file = join(folder, ADDRESS)
  writeFileSync(file, '{}', { mode: 0o644 })
  const address = { key: 'k', port: 4010 }
  addressKeeper(folder, undefined).keep(address)
  expect(addressIn(folder)).toEqual(address)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a folder without an address has none, and so has one with another file of that name', () => {
  const folder = madeFolder()
  expect(addressIn(folder)).toBeUndefined()
  writeFileSync(join(folder, ADDRESS), '{"key": 1')
  expect(addressIn(folder)).toBeUndefined()
})
