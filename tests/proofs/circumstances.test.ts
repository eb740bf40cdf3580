import { expect, test } from 'vitest'
import { temporaryFolder } from '../cli/command.ts'
import { whole } from '../cli/whole.ts'

// The embedded run of CI has those of the newest version.
test('every two circumstances meet that a version has states for', async () => {
  const words = ['--api-version', 'v1.6.0', '--scenario', 'journeys/combined', '--quiet', '--seed', '1']
  const { code, out } = await whole([...words, '--out', temporaryFolder()])
  expect(code).toBe(0)
  expect(out).toMatch(/^circumstances: (\d+) of \1 combinations met, in \d\d cases of journeys\/combined$/m)
})
