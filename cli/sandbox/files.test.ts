import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../conformance/testing.ts'
import { writeSandboxFiles } from './files.ts'

function folder() {
  const made = testFolder()
  return made
}
const sandbox = { profile: () => ({ name: 'sandbox' }) }

test('a sandbox writes over the profile of an earlier one', async () => {
  const out = folder()
  await writeSandboxFiles(sandbox, out)
  const { profile } = await writeSandboxFiles({ profile: () => ({ name: 'sandbox', seed: 2 }) }, out)
  expect(readFileSync(profile, 'utf8')).toMatch(/^seed: 2$/m)
})

test.each([
  ['profile.yaml', 'name: staging\n'],
  ['profile.schema.json', '{"mine":true}'],
])('%s of somebody else stays as it is', async (name, text) => {
  const out = folder()
  writeFileSync(join(out, name), text)
  await expect(writeSandboxFiles(sandbox, out)).rejects.toMatchObject({ code: 'USAGE' })
  expect(readFileSync(join(out, name), 'utf8')).toBe(text)
})
