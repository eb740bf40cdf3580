import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { startSandbox } from '../../targets/sandbox/index.ts'
import { whole } from '../cli/whole.ts'
import { keptFolder } from '../kept-folder.ts'
import { problems, schemas } from '../published-schema.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

async function junitProblems(text: string): Promise<readonly string[]> {
  const result = await validateXML({
    xml: { fileName: 'junit.xml', contents: text },
    schema: readFileSync(join(schemas, 'junit.xsd'), 'utf8'),
  })
  return result.errors.map(({ message }) => message)
}

vi.setConfig({ hookTimeout: 240_000 })

/** Two runs that leave every kind of verdict: one of everything that is right, one of a part that is wrong. */
const folders: { right: string; wrong: string; lines: string } = { right: '', wrong: '', lines: '' }

beforeAll(async () => {
  const answers = {
    bindAccepted: () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"status":"\\u0000]]></failure>\\u001b"}',
    }),
  }
  const sandbox = await startSandbox({ clock: 'virtual', behaviour: { answers } })
  const [right, wrong] = [keptFolder(), keptFolder()]
  const profile = join(wrong, 'profile.json')
  writeFileSync(profile, JSON.stringify({ ...sandbox.profile(), webhooks: undefined }))
  await whole(['--quiet', '--out', right])
  const some = ['bind/ready-quote', 'webhooks/schedule', 'token/grant'].flatMap((id) => ['--scenario', id])
  const { out } = await whole(['--json', '--target', profile, '--out', wrong, ...some])
  await sandbox.close()
  Object.assign(folders, { right, wrong, lines: out })
})

describe.each(['right', 'wrong'] as const)('a run of what is %s', (which) => {
  const file = (name: string) => join(folders[which], name)

  test('report.json', () => {
    expect(problems('report', read(file('report.json')))).toEqual([])
  })

  test('results.jsonl, line by line', () => {
    const lines = readFileSync(file('results.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.flatMap((line) => problems('results', JSON.parse(line)))).toEqual([])
  })

  test('junit.xml', async () => {
    expect(await junitProblems(readFileSync(file('junit.xml'), 'utf8'))).toEqual([])
  })

  test('allure-results', () => {
    const folder = file('allure-results')
    const names = readdirSync(folder)
    const results = names
      .filter((name) => name.endsWith('-result.json'))
      .map((name) => read(join(folder, name)))
    expect(results.length).toBe(
      (read(file('report.json')) as { requirements: unknown[] }).requirements.length,
    )
    const sources = results.flatMap((result) => [...JSON.stringify(result).matchAll(/"source":"([^"]+)"/g)])
    expect(sources.map(([, source]) => source).filter((source) => !names.includes(source ?? ''))).toEqual([])
    for (const result of results) expect(problems('allure-result', result)).toEqual([])
  })
})

test('the lines of --json', () => {
  const lines = folders.lines.trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(100)
  for (const line of lines) expect(problems('verdict-line', JSON.parse(line))).toEqual([])
})

describe('the schemas can tell', () => {
  const report = () => read(join(folders.wrong, 'report.json')) as Record<string, unknown>

  test.each([
    ['a verdict that is none', { verdict: 'fine' }],
    ['a summary that lacks a number', { summary: { passed: 1 } }],
    ['a field that is not known', { extra: 1 }],
  ])('%s', (_, change) => {
    expect(problems('report', { ...report(), ...change })).not.toEqual([])
  })

  test('a test case without a name', async () => {
    const text = readFileSync(join(folders.wrong, 'junit.xml'), 'utf8')
    expect(
      await junitProblems(text.replace(/<testcase classname="[^"]+" name="[^"]+"/, '<testcase')),
    ).not.toEqual([])
  })
})
