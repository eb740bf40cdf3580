import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { fakeIo } from '../../cli/fake-io.ts'
import { buildProgram } from '../../cli/program/program.ts'
import { sides } from '../../sides/index.ts'
import { command, ended, PACKAGE, PROJECT, started } from './program.ts'

const root = resolve(import.meta.dirname, '../..')
const { nodes } = inject('installed')
const [oldest] = Object.keys(nodes)
const ONE = ['--only', 'token-answers-200', '--seed', '7', '--quiet']

/** Words of a command line with the exit code and a part of its output. `@` stands for a folder of its own. */
const commands: readonly (readonly [words: string, code: number, says: RegExp])[] = [
  ['requirements --format json', 0, /"bind-answers-202"/],
  ['openapi --api-version v1.8.0', 0, /openapi: 3\.1/],
  ['openapi --format postman', 0, /schema\.getpostman\.com/],
  ['diff v1.13.0 v1.14.2', 0, /0 breaking/],
  ['keygen --out @/key.pem', 0, /key\.pem\.pub/],
  [`run ${ONE.join(' ')} --out @/one`, 0, /conformant: 1 requirement passed/],
  [`run ${ONE.join(' ')} --out @/two --variant breaker-counts-attempts`, 0, /conformant/],
  ['sign @/one --key @/key.pem', 1, /no certificate: .*left something out/],
  ['report @/one --rejudge', 0, /nothing changed/],
  ['compare @/one @/two', 0, /regression: none/],
  ['baseline @/one --out @/baseline.yaml', 0, /0 known failures/],
  ['judge @/one', 0, /no breach in what was recorded: \d\d of/],
  ['schema report', 0, /json-schema/],
  ['annotate @/one --format gitlab', 0, /^\[\]/],
  ['completion bash', 0, /complete -o default/],
  ['init @/new.yaml --side receiver --yes', 0, /doctor --target/],
  ['certify all @/one', 2, /holds no profile/],
  ['doctor', 0, /offers every recipe/],
  ['verify @/certificate.json --key @/key.pem.pub', 2, /certificate\.json/],
  [`pact check ${join(root, 'test-data/pact/bases/v4.json')}`, 0, /0 failed/],
  ['pact publish --out @/pact', 2, /needs @pact-foundation\/pact, which is not installed/],
  ['pact verify nothing.json', 2, /npm install @pact-foundation\/pact@17/],
]

/** The same bundle runs on every Node, so that one of these is enough where it is not the oldest one. */
const enough = commands.filter(([words]) => words.endsWith('--out @/one'))

describe.each(Object.entries(nodes))('the installed package on Node %s, without a network', (major, node) => {
  const folder = join(PROJECT, `out-${major}`)
  mkdirSync(folder)

  test('runs on that Node, by its name', async () => {
    const { out } = await ended(node, ['npx', '--no', '--', 'quote-conformance', '--help'])
    expect(out).toContain('certify')
    expect((await ended(node, ['node', '--version'])).out).toMatch(new RegExp(`^v${major}\\.`))
  })

  test.each(major === oldest ? commands : enough)('%s ends with %i', async (words, code, says) => {
    const seen = await command(node, words.replaceAll('@', folder).split(' '))
    expect({ ...seen, says: says.test(seen.out + seen.err) }).toMatchObject({ code, says: true })
  })

  test('the sandbox serves from a folder, offers an address to a listener, stands behind the proxy, and is judged by its own profile', async () => {
    const entry = join(PACKAGE, 'cli/quote-conformance.js')
    const words = [entry, 'sandbox', '--port', '0', '--data', join(folder, 'sandbox'), '--seed', '1']
    const { match } = await started(node, words, /base URL +(\S+).*Ctrl-C ends it/s)
    const ends = ['--sandbox', match[1] ?? '', '--forward-to', 'http://127.0.0.1:9/hooks']
    await started(node, [entry, 'listen', ...ends], /^address +http\S+/m)
    const target = join(folder, 'sandbox/profile.yaml')
    await started(
      node,
      [entry, 'proxy', '--target', target, '--out', join(folder, 'proxied')],
      /^recording +\S+/m,
    )
    const seen = await command(node, ['run', '--target', target, '--out', join(folder, 'three'), ...ONE])
    expect(seen).toMatchObject({ code: 0, err: '' })
  })

  test('the page of a report is whole', () => {
    const page = readFileSync(join(folder, 'one/report.html'), 'utf8')
    expect(page).toContain('token-answers-200')
    expect(page.length).toBeGreaterThan(50_000)
  })
})

// On the oldest Node only, since the bundle is the same. `tests/runs` judges both sides on the newest one.
describe('the installed package', () => {
  const [[major, node] = ['', '']] = Object.entries(nodes)
  const folder = join(PROJECT, `out-${major}`)

  test('certify receiver judges the example of the package', async () => {
    const secret = { SIGNING_SECRET: 'whsec-package' }
    const example = join(PACKAGE, 'examples/receiver/receiver.mjs')
    const { match } = await started(node, [example, '0'], /http:\S+/, secret)
    const target = join(folder, 'receiver.yaml')
    writeFileSync(target, `receiver:\n  url: ${match[0]}\n  signing_secret: \${SIGNING_SECRET}\n`)
    const words = ['certify', 'receiver', '--target', target, '--out', join(folder, 'receiver')]
    const seen = await command(node, [...words, '--scenario', 'deliveries/*', '--quiet'], secret)
    expect({ ...seen, says: seen.out }).toMatchObject({ code: 0, err: '' })
  })

  test('certify client judges the example of the package', async () => {
    // Node runs no TypeScript below `node_modules`.
    const client = join(folder, 'client.ts')
    copyFileSync(join(PACKAGE, 'examples/client-typescript/client.ts'), client)
    const target = join(folder, 'client.yaml')
    writeFileSync(target, `client:\n  command: [${JSON.stringify(node)}, ${JSON.stringify(client)}]\n`)
    const words = ['certify', 'client', '--target', target, '--out', join(folder, 'client')]
    const seen = await command(node, [...words, '--scenario', 'answers/extra-fields', '--quiet'])
    expect(seen).toMatchObject({ code: 0, err: '' })
  })
})

test('every command of the command line was called', () => {
  const program = buildProgram({ name: 'x', version: '0' }, sides, fakeIo(), () => undefined)
  const known = program.commands.flatMap((one) =>
    one.commands.length === 0 ? [one.name()] : one.commands.map((below) => `${one.name()} ${below.name()}`),
  )
  const called = [
    ...commands.map(([words]) => words),
    'sandbox',
    'listen',
    'proxy',
    'certify receiver',
    'certify client',
  ]
  expect(known.filter((name) => !called.some((words) => `${words} `.startsWith(`${name} `)))).toEqual([])
})
