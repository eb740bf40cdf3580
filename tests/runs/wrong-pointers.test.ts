import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drive } from '../../targets/sandbox/testing.ts'
import { whole } from '../cli/whole.ts'
import { keptFolder } from '../kept-folder.ts'

const folder = keptFolder()

test.each([
  ['create_client', 'client_secret', '/client_id', 'a token is issued for the text at /client_secret'],
  ['create_key', 'integration_key', '/slot', 'requests are accepted with the text at /integration_key'],
])(
  'a profile that takes from %s a wrong %s is named, and the platform breaks nothing',
  async (action, name, pointer, right) => {
    await using driver = await drive()
    const profile = JSON.parse(JSON.stringify(driver.sandbox.profile()))
    profile.operator[action].returns[name] = pointer
    const cwd = mkdtempSync(join(folder, 'pointer-'))
    writeFileSync(join(cwd, 'profile.json'), JSON.stringify(profile))
    const words = ['--target', 'profile.json', '--scenario', 'office/clients', '--out', 'out']
    const { code, out } = await whole(words, { cwd })
    expect(code).toBe(3)
    expect(out).not.toMatch(/^FAILED/m)
    expect(out).toContain(`operator.${action}.returns.${name} points at ${pointer}, and ${right}`)
  },
)
