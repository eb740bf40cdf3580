import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../conformance/testing.ts'
import { sides } from '../../sides/index.ts'
import { profilesIn } from './profiles.ts'

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = testFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

test('profiles of both sides are found by name, broken ones with their problem', async () => {
  const folder = folderWith({
    'b.yaml': 'receiver: { url: http://127.0.0.1:1/hooks, signing_secret: x }',
    'a.json': '{ "client": { "command": ["node"] } }',
    'c.yml': 'receiver: [',
    'notes.txt': 'client:',
  })
  const { profiles, leftOut } = await profilesIn(folder, sides)
  expect(profiles.map(({ name, side }) => [name, side?.name])).toEqual([
    ['a', 'client'],
    ['b', 'receiver'],
    ['c', undefined],
  ])
  expect(profiles[2]?.problem).toContain('c.yml')
  expect(leftOut).toEqual([])
})

test.each([
  ['a misspelt key', 'p.yaml', 'name: x\nreciever: {}', 'reciever: unknown key; did you mean receiver?'],
  [
    'a misspelt key of another side',
    'p.json',
    '{"base_ulr":""}',
    'base_ulr: unknown key; did you mean base_url?',
  ],
  ['nothing', 'p.yaml', '# later', 'it holds no keys: it should have the key receiver or client'],
  ['a capital ending', 'p.YAML', '', 'it holds no keys: it should have the key receiver or client'],
])('a file with %s is a wrong profile', async (_, name, text, problem) => {
  const folder = folderWith({ [name]: text })
  const { profiles } = await profilesIn(folder, sides)
  expect(profiles).toEqual([
    { name: 'p', file: join(folder, name), problem: `${join(folder, name)}: ${problem}` },
  ])
})

test('a profile of a platform, data and folders are left out, each with the reason', async () => {
  const folder = folderWith({
    'b.yaml': 'client: {}',
    'submission.json': '{ "revenue": 1 }',
    'baseline.yaml': 'waived: []',
    'platform.yaml': 'base_url: http://127.0.0.1:1/api',
    'report.json': `{ "receiver": "${'x'.repeat(300_000)}" }`,
  })
  mkdirSync(join(folder, 'more'))
  const { leftOut } = await profilesIn(folder, sides)
  expect(leftOut.map(({ file, reason }) => [basename(file), reason])).toEqual([
    ['baseline.yaml', 'no profile: it has no key receiver or client'],
    ['more', 'a folder: only profiles beside it are judged'],
    ['platform.yaml', 'the profile of a platform, which `run --target` judges'],
    ['report.json', 'too long for a profile'],
    ['submission.json', 'no profile: it has no key receiver or client'],
  ])
})

test.each([
  ['no profile', { 'submission.json': '{"revenue":1}' }, /holds no profile/],
  ['two of a name', { 'a.yaml': 'receiver: {}', 'a.json': '{"client":{}}' }, /two profiles called a/],
])('a folder with %s is refused', async (_, files, why) => {
  await expect(profilesIn(folderWith(files as Record<string, string>), sides)).rejects.toThrow(why)
})
