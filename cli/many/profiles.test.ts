import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sides } from '../../sides/index.ts'
import { profilesIn } from './profiles.ts'

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'profiles-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

test('profiles of both sides are found by name, broken ones with their problem, and files of other sides passed over', async () => {
  const folder = folderWith({
    'b.yaml': 'receiver: { url: http://127.0.0.1:1/hooks, signing_secret: x }',
    'a.json': '{ "client": { "command": ["node"] } }',
    'c.yml': 'receiver: [',
    'submission.json': '{ "revenue": 1 }',
    'platform.yaml': 'base_url: http://127.0.0.1:1/api',
    'report.json': `{ "receiver": "${'x'.repeat(300_000)}" }`,
    'notes.txt': 'client:',
  })
  const found = await profilesIn(folder, sides)
  expect(found.map(({ name, side }) => [name, side?.name])).toEqual([
    ['a', 'client'],
    ['b', 'receiver'],
    ['c', undefined],
  ])
  expect(found[2]?.problem).toContain('c.yml')
})

test.each([
  ['no profile', { 'submission.json': '{}' }, /holds no profile/],
  ['two of a name', { 'a.yaml': 'receiver: {}', 'a.json': '{"client":{}}' }, /two profiles called a/],
])('a folder with %s is refused', async (_, files, why) => {
  await expect(profilesIn(folderWith(files as Record<string, string>), sides)).rejects.toThrow(why)
})
