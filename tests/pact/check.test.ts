import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { fakeIo } from '../../cli/fake-io.ts'
import { main } from '../../cli/main.ts'
import { corpus, fileOf } from './corpus.ts'

const folder = mkdtempSync(join(tmpdir(), 'pact-check-'))
afterAll(() => rmSync(folder, { recursive: true }))

const V2 = resolve('test-data/pact/bases/v2.json')

function written(name: string, content: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

function wrongFile(id: string): string {
  const row = corpus('wrong').find((one) => one.id === id)
  if (row === undefined) throw new Error(`no row ${id}`)
  return written(`${id}.json`, fileOf(row).json)
}

async function run(...line: readonly string[]) {
  const io = fakeIo()
  return { code: await main(['pact', 'check', ...line], io), ...io.printed }
}

describe('a file that is judged', () => {
  test('is right with exit code 0, and the totals are reported', async () => {
    const { code, out, err } = await run(V2)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/as of v1\.14\.2: 0 failed, 0 open, 12 right\n$/)
  })

  test('is wrong with exit code 1, at its place', async () => {
    const { code, out } = await run(wrongFile('money-as-number'))
    expect(code).toBe(1)
    expect(out).toMatch(/failed at \/interactions\/3\/response\/body\/data\/policy_term\/retention\n/)
    expect(out).toMatch(/specified: a string such as "\$0\.00"/)
  })

  test('is reported as one JSON value', async () => {
    const { code, out } = await run('--json', V2, wrongFile('created-on-submit'))
    const { verdict, files } = JSON.parse(out)
    expect({ code, verdict, files: files.length }).toEqual({ code: 1, verdict: 'failed', files: 2 })
    expect(files[1].interactions[0].findings[0]).toMatchObject({
      verdict: 'failed',
      at: '/interactions/0/response/status',
      observed: '201',
      clause: '4',
    })
  })

  test('is reported as JUnit XML that keeps to its schema', async () => {
    const junit = join(folder, 'junit.xml')
    await run('--junit', junit, V2, wrongFile('created-on-submit'))
    const contents = readFileSync(junit, 'utf8')
    const schema = readFileSync(resolve('reporters/schemas/junit.xsd'), 'utf8')
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'junit.xml', contents }],
      schema: [schema],
    })
    expect({ valid, errors }).toEqual({ valid: true, errors: [] })
    expect(contents.match(/<failure /g)).toHaveLength(1)
  })
})

describe('what is no Pact file', () => {
  const interaction = { description: 'x', request: { method: 'GET', path: '/' }, response: { status: 200 } }
  const pact = (changes: object) => ({ consumer: {}, provider: {}, interactions: [interaction], ...changes })
  const matcher = (rule: unknown) =>
    pact({
      interactions: [{ ...interaction, response: { status: 200, matchingRules: { '$.body.x': rule } } }],
    })
  const large = written('large.json', '')
  truncateSync(large, 50 * 1024 * 1024)
  mkdirSync(join(folder, 'folder'))

  test.each([
    ['no-such-file', /no-such-file cannot be read: FILE should be a Pact file/],
    [join(folder, 'folder'), /is a folder: FILE should be/],
    ['https://broker.example/pacts/1', /is an address.*on this machine.*download/],
    [large, /has 50 MB: a Pact file should have no more than 20 MB/],
    [written('a.json', '{'), /is not JSON/],
    [written('b.json', '[]'), /should hold a JSON object/],
    [written('c.json', { openapi: '3.1.0' }), /should have an array "interactions" or "messages"/],
    [
      written('d.json', pact({ metadata: { pactSpecification: { version: '9.0' } } })),
      /version "9\.0" is unknown.*1, 2, 3 or 4/,
    ],
    [
      written('e.json', matcher({ match: 'sounds-like' })),
      /sounds-like.*of \$\.body\.x is unknown.*one of type, regex/,
    ],
    [written('f.json', pact({ interactions: [] })), /has no interactions/],
    [
      written('g.json', pact({ interactions: [{ request: {} }] })),
      /\/interactions\/0\/response should be an object/,
    ],
    [
      written('h.json', pact({ interactions: [{ ...interaction, type: 'Carrier/Pigeon' }] })),
      /type "Carrier\/Pigeon" is unknown/,
    ],
    [written('i.json', '['.repeat(100_000)), /is not JSON/],
  ])('%s is one line that says what it should be, and exit code 2', async (file, message) => {
    const { code, out, err } = await run(V2, file)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
    expect(err).toMatch(/^quote-conformance: [^\n]+\n$/)
  })
})
