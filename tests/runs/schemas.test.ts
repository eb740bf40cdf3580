import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { whole } from '../cli/whole.ts'
import { keptFolder } from '../kept-folder.ts'
import { problems } from '../published-schema.ts'
import { junitProblems, testFilesOfRun } from '../run-schemas.ts'

vi.setConfig({ hookTimeout: 240_000 })

/** A run of a wrong target. `certificate.test.ts` checks the files of a right one. */
const wrong = keptFolder()
let lines = ''

beforeAll(async () => {
  const answers = {
    bindAccepted: () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"status":"\\u0000]]></failure>\\u001b"}',
    }),
  }
  const sandbox = await startEmbedded({ clock: 'virtual', behaviour: { answers } })
  const profile = join(wrong, 'profile.json')
  writeFileSync(profile, JSON.stringify({ ...sandbox.profile(), webhooks: undefined }))
  const some = ['bind/ready-quote', 'webhooks/events-of-a-quote', 'token/grant'].flatMap((id) => [
    '--scenario',
    id,
  ])
  lines = (await whole(['--json', '--target', profile, '--out', wrong, ...some])).out
  await sandbox.close()
})

describe('a run of what is wrong', () => testFilesOfRun((name) => join(wrong, name)))

test('the lines of --json', () => {
  const all = lines.trimEnd().split('\n')
  expect(all.length).toBeGreaterThan(100)
  for (const line of all) expect(problems('verdict-line', JSON.parse(line))).toEqual([])
})

describe('the schemas can tell', () => {
  const report = () => JSON.parse(readFileSync(join(wrong, 'report.json'), 'utf8')) as Record<string, unknown>

  test.each([
    ['a verdict that is none', { verdict: 'fine' }],
    ['a summary that lacks a number', { summary: { passed: 1 } }],
    ['a field that is not known', { extra: 1 }],
  ])('%s', (_, change) => {
    expect(problems('report', { ...report(), ...change })).not.toEqual([])
  })

  test('a test case without a name', async () => {
    const text = readFileSync(join(wrong, 'junit.xml'), 'utf8')
    expect(
      await junitProblems(text.replace(/<testcase classname="[^"]+" name="[^"]+"/, '<testcase')),
    ).not.toEqual([])
  })
})
