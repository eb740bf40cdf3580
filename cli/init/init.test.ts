import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { OPERATOR_ACTIONS } from '../../conformance/ports/operator.ts'
import { testFolder } from '../../conformance/testing.ts'
import { sides } from '../../sides/index.ts'
import { allProfileKeys } from '../../sides/profile-schemas.ts'
import { fakeIo } from '../fake-io.ts'
import { main } from '../main.ts'

const ENV = {
  QUOTE_CLIENT_ID: 'a',
  QUOTE_CLIENT_SECRET: 'b',
  QUOTE_INTEGRATION_KEY: 'c',
  SIGNING_SECRET: 'd',
}

async function init(answers: readonly string[] | undefined, ...words: readonly string[]) {
  const folder = testFolder()
  const file = join(folder, 'new.yaml')
  const left = [...(answers ?? [])]
  const asked: string[] = []
  const ask = async (question: string) => {
    asked.push(question)
    return left.shift() ?? ''
  }
  const io = { ...fakeIo(ENV), ...(answers && { ask }) }
  const code = await main(['init', file, ...words], io)
  return {
    code,
    folder,
    file,
    asked,
    err: io.printed.err,
    out: io.printed.out,
    text: () => readFileSync(file, 'utf8'),
  }
}

describe.each(sides.map((side) => side.name))('init of a %s', (name) => {
  const side = sides.find((one) => one.name === name)

  test('writes a profile that is right, with a schema beside it', async () => {
    const { code, file, text, folder } = await init(undefined, '--side', name)
    expect(code).toBe(0)
    await expect((await side?.load())?.describe({ target: file }, ENV)).resolves.toBeDefined()
    const [, schema = ''] = /^# yaml-language-server: \$schema=\.\/(\S+)\n/.exec(text()) ?? []
    expect(JSON.parse(readFileSync(join(folder, schema), 'utf8'))).toHaveProperty('properties')
  })

  test('is valid YAML with any key taken in as its second line says, or with all of them', async () => {
    const { text } = await init(undefined, '--side', name)
    const lines = text().split('\n')
    expect(lines[1]).toContain('remove the # before it')
    const marked = lines.flatMap((line, place) => (place > 1 && /^ *#(?!#)/.test(line) ? place : []))
    expect(marked.length).toBeGreaterThan(4)
    for (const place of marked.filter((one) => !isOfValue(lines[one]))) {
      const length = lines.slice(place + 1).findIndex((line) => !isOfValue(line))
      const own = Array.from({ length }, (_, index) => place + 1 + index)
      const above = lines.slice(0, place).flatMap((line, at) => (isAbove(line, lines[place]) ? at : []))
      expect(Object.keys(parse(without(lines, [place, ...own, ...above])) as object)).not.toEqual([])
    }
    const keys = (await allProfileKeys()).filter(({ side: owner }) => owner === name)
    expect(pathsOf(parse(without(lines, marked)))).toEqual(
      expect.arrayContaining(keys.map(({ path }) => path)),
    )
  })
})

/** Says whether a line continues the value of a marked key. */
const isOfValue = (line = ''): boolean => /^ *# /.test(line)

/** The text with the first `#` of these lines removed. */
const without = (lines: readonly string[], places: readonly number[]): string =>
  lines.map((line, place) => (places.includes(place) ? line.replace('#', '') : line)).join('\n')

const depthOf = (line = ''): number => line.search(/[^ ]/)

/** Says whether a marked line is that of a map, and less indented than another. */
const isAbove = (line: string, other: string | undefined): boolean =>
  /^ *#\w+: {2}#/.test(line) && depthOf(line) < depthOf(other)

/** The paths of all keys in a value. */
const pathsOf = (value: unknown, path = ''): readonly string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => [`${path}${key}`, ...pathsOf(inner, `${path}${key}.`)])
    : []

test('writes operator actions that are right once they are taken in', async () => {
  const { file, text } = await init(undefined, '--side', 'platform')
  const lines = text().split('\n')
  const [from, to] = ['#operator:', '#timing:'].map((key) => lines.findIndex((line) => line.startsWith(key)))
  const taken = lines.map((line, place) =>
    place >= (from ?? 0) && place < (to ?? 0) ? line.replace(/^( *)#(?!#)/, '$1') : line,
  )
  writeFileSync(file, taken.join('\n'))
  const side = await sides.find((one) => one.name === 'platform')?.load()
  const described = await side?.describe({ target: file }, ENV)
  const operator = Object.fromEntries(Object.keys(OPERATOR_ACTIONS).map((name) => [name, expect.anything()]))
  expect(described).toMatchObject({ profile: { operator } })
})

test.each(sides.map((side) => side.name))('no line of a %s is long', async (name) => {
  const { text } = await init(undefined, '--side', name)
  expect(
    text()
      .split('\n')
      .filter((line) => line.length > 100),
  ).toEqual([])
})

test('no line of its questions and of its output is longer than 100 columns', async () => {
  const { asked, out, file } = await init(['platform'])
  expect(asked.length).toBeGreaterThan(5)
  const lines = [...asked, out.replaceAll(file, 'new.yaml')].flatMap((text) => text.split('\n'))
  expect(lines.filter((line) => line.length > 100)).toEqual([])
})

test('a submission is asked for, and what to add is reported with its number of requirements', async () => {
  const answers = ['platform', '', '', '', '', '', '{ revenue: 5 }']
  const { text, out } = await init(answers)
  expect(parse(text()).submission).toEqual({ revenue: 5 })
  const rows = out.split('\n').flatMap((line) => /^ +(\d+|\.) {2}(\S+)/.exec(line)?.slice(1) ?? [])
  const numbers = rows.filter((_, index) => index % 2 === 0).map((one) => (one === '.' ? 0 : Number(one)))
  const keys = rows.filter((_, index) => index % 2 === 1)
  expect(keys[0]).toBe('operator.register_endpoint')
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).toEqual(expect.arrayContaining(['outcomes.failed', 'operator.advance_clock']))
  expect(keys).not.toContain('submission')
})

test('what is answered stands in the profile, and no answer takes what is suggested', async () => {
  const { text } = await init(['receiver', 'http://127.0.0.1:1/hooks', ''])
  expect(parse(text())).toEqual({
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of a profile
    receiver: { url: 'http://127.0.0.1:1/hooks', signing_secret: '${SIGNING_SECRET}' },
  })
})

test('a wrong answer is asked for again', async () => {
  const { text } = await init(['reciever', 'receiver', 'hooks', 'http://127.0.0.1:1/hooks', ''])
  expect(parse(text())).toMatchObject({ receiver: { url: 'http://127.0.0.1:1/hooks' } })
})

test('a value from the environment is not checked', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of a profile
  expect((await init(undefined, '--set', 'base_url=${PLACE}')).code).toBe(0)
})

test('a file that would be no JSON is refused', async () => {
  const io = fakeIo()
  expect(await main(['init', 'new.json'], io)).toBe(2)
  expect(io.printed.err).toMatch(/new.json should end with .yaml/)
})

test('flags are not asked for, and may give any key', async () => {
  const { text } = await init(
    undefined,
    '--side',
    'client',
    '--set',
    'client.command=[python3, c.py]',
    '--set',
    'client.timeout=9s',
  )
  expect(parse(text())).toEqual({ client: { command: ['python3', 'c.py'], timeout: '9s' } })
})

test.each([
  [['--set', 'base_ur=x'], /did you mean base_url/],
  [['--set', 'foo=5'], /foo is no key of the profile of a platform \(`schema profile` shows all of them\)/],
  [['--side', 'client', '--set', 'client.timeout=5'], /--set client.timeout: must be a duration such as/],
  [['--side', 'receiver', '--set', 'receiver.url=hooks'], /--set receiver.url: must be an http or https/],
  [['--set', 'operator.review_approve={ url: x }'], /--set operator.review_approve.url: unknown key/],
  [['--set', 'base_url'], /should be KEY=VALUE/],
  [['--set', 'credentials=x'], /--set credentials is a map: .*credentials.client_id/],
  [
    ['--side', 'client', '--set', 'client.command=[python3'],
    /client.command cannot be read: it should be a list/,
  ],
])('%s is refused', async (words, why) => {
  const { code, err } = await init(undefined, ...words)
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(why) })
})

test('a file of somebody else in the place of the schema is left alone', async () => {
  const { folder } = await init(undefined)
  writeFileSync(join(folder, 'profile.schema.json'), '{"mine":true}')
  const io = fakeIo()
  expect(await main(['init', join(folder, 'other.yaml')], io)).toBe(2)
  expect(io.printed.err).toMatch(/profile.schema.json is no schema of a profile/)
  expect(readFileSync(join(folder, 'profile.schema.json'), 'utf8')).toBe('{"mine":true}')
})

test('a file that is there is left alone', async () => {
  const { file } = await init(undefined)
  expect(await main(['init', file], fakeIo())).toBe(2)
})
