import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadSpec } from './index.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quote-spec-'))
  for (const name of ['openapi.yaml', 'tables', 'changelog'])
    await cp(join(import.meta.dirname, name), join(directory, name), { recursive: true })
  await mkdir(join(directory, 'requirements'))
})
afterEach(() => rm(directory, { recursive: true }))

const row = (more = '') => `- { id: a-row, clause: '2.1', level: must, side: platform, title: A fact${more} }`

/** Loads a copy of the specification with other content in one file. */
async function loadWith(name: string, content: string, version?: string) {
  await writeFile(join(directory, name), content)
  return loadSpec(version === undefined ? { directory } : { directory, version })
}

describe('a requirement file', () => {
  const file = 'requirements/zz.yaml'

  test('with a right row is loaded', async () => {
    const spec = await loadWith(file, `# one row\n${row()}`)
    expect(spec.requirement('a-row')).toMatchObject({
      id: 'a-row',
      clause: '2.1',
      level: 'must',
      side: 'platform',
      title: 'A fact',
    })
  })

  test.each([
    ['an id that is no kebab case', row().replace('a-row', 'A_Row'), /zz\.yaml:2: 0\.id: must match pattern/],
    ['an unknown level', row().replace('must', 'shall'), /zz\.yaml:2: 0\.level: .*"must","should","observe"/],
    ['an unknown side', row().replace('platform', 'server'), /zz\.yaml:2: 0\.side:/],
    ['no clause', row().replace("clause: '2.1', ", ''), /zz\.yaml:2: 0, key "clause": must have required/],
    ['a clause without quotes', row().replace("'2.1'", '2.1'), /zz\.yaml:2: 0\.clause: must be string/],
    ['an unknown key', row(', sinse: v1.8.0'), /zz\.yaml:2: 0, key "sinse"/],
    [
      'an unlisted version',
      row(', since: v1.8.1'),
      /zz\.yaml:2: a-row: the changelog lists no version v1\.8\.1/,
    ],
    [
      'two fates',
      row(', excluded: a reason, judgedBy: [b-row]'),
      /zz\.yaml:2: a-row: is judged by others and excluded/,
    ],
    ['an id twice', `${row()}\n${row()}`, /zz\.yaml:3: the id a-row is already in requirements\/zz\.yaml/],
    ['a broken line', '- { id: a-row', /zz\.yaml:\d: /],
  ])('with %s is refused, naming file and line', async (_, content, message) => {
    await expect(loadWith(file, `# comment\n${content}`)).rejects.toMatchObject({
      code: 'SPEC_INVALID',
      message: expect.stringMatching(message),
    })
  })
})

test('a table with a wrong cell is refused, naming file and line', async () => {
  const name = 'tables/documents.yaml'
  const lines = (await readFile(join(directory, name), 'utf8')).split('\n')
  const line = lines.findIndex((text) => text.startsWith('  bound:'))
  lines[line] = '  bound: { expect: perhaps, level: observe }'
  await expect(loadWith(name, lines.join('\n'))).rejects.toMatchObject({
    code: 'SPEC_INVALID',
    message: expect.stringContaining(`${name}:${line + 1}: quote-preview.bound`),
  })
})

test('a missing table is named', async () => {
  await rm(join(directory, 'tables/limits.yaml'))
  await expect(loadSpec({ directory })).rejects.toMatchObject({
    code: 'SPEC_UNREADABLE',
    message: 'tables/limits.yaml cannot be read',
  })
})

test('the newest version is judged by default', async () => {
  expect((await loadSpec({ directory })).version).toBe('v1.14.2')
})

test('an older version holds only what was stated by then', async () => {
  const spec = await loadWith('requirements/zz.yaml', row(', since: v1.14.0'), 'v1.13.0')
  const requirement = spec.requirement('a-row')
  expect(spec.holds(requirement)).toBe(false)
  expect(spec.holds({ ...requirement, since: 'v1.13.0' })).toBe(true)
  expect(spec.holds({ ...requirement, since: '2025-10-17', until: 'v1.13.0' })).toBe(false)
})

test('an unknown version or requirement is an error of the caller', async () => {
  await expect(loadSpec({ directory, version: 'v2.0.0' })).rejects.toMatchObject({ code: 'VERSION_UNKNOWN' })
  const spec = await loadSpec({ directory })
  expect(() => spec.requirement('no-such-row')).toThrow(/no requirement no-such-row/)
})
