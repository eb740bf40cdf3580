import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whole } from '../cli/whole.ts'
import { commandsOf, pages } from '../docs/pages.ts'
import { keptFolder } from '../kept-folder.ts'

/** Output of a command line, where its exit code is not 0, or where 0 says little. */
const ENDS: Readonly<Record<string, { readonly code?: number; readonly says: RegExp }>> = {
  '--mutant bind-answers-200 -x': { code: 1, says: /FAILED/ },
  '--mutant nine-attempts': { code: 1, says: /FAILED/ },
  'diff old.yaml new.yaml --format markdown': { says: /0 breaking/ },
  // The contract names what came later.
  'pact check partner.json --api-version v1.8.0': { code: 1, says: /failed/ },
  // It was recorded on another platform than that of the profile.
  'judge tests.har deliveries.har --target profile.yaml': { code: 3, says: /nothing of the quote API/ },
  // The run was shortened below, and an example receiver is on http: neither gets a certificate.
  'sign run --key key.pem': { code: 1, says: /no certificate: .*left something out/ },
  'sign certified --key key.pem': { code: 1, says: /no certificate: .*left something out/ },
  'sign reports/client --key key.pem': { code: 1, says: /no certificate: .*left something out/ },
  'verify reports/client/certificate.json reports/receiver/certificate.json reports/platform/certificate.json --key key.pem.pub':
    { code: 2, says: /certificate\.json/ },
}

/** Lines that no test ends: they serve until somebody stops them, or ask. */
const ENDLESS = /^(sandbox|listen|proxy|init)\b/

/** A whole run takes minutes, so that each line of one judges a part. The embedded run is whole in CI. */
const SHORT: readonly (readonly [line: RegExp, words: readonly string[]])[] = [
  [/^certify all/, ['--scenario', 'deliveries/first']],
  [/^certify receiver/, ['--scenario', 'deliveries/first', '--quiet']],
  [/^certify client/, ['--scenario', 'tokens/no-token', '--quiet']],
  [/^--mutant bind-answers-200|--only bind-answers-202/, ['--scenario', 'bind/ready-quote', '--quiet']],
  [/^--mutant nine-attempts/, ['--only', 'retry-attempt-10', '--quiet']],
  [/--only 2\.6/, ['--scenario', 'service/client-ids', '--quiet']],
  [/^(run|--target|--variant|--mutant|$)/, ['--scenario', 'token/grant', '--quiet']],
]

const shown = pages.flatMap((page) =>
  commandsOf(page).flatMap((line) => {
    const [, words] = /^(?:npx quote-conformance|npm start(?: --)?)(.*)$/.exec(line) ?? []
    return words === undefined ? [] : [[page, words.trim()] as const]
  }),
)

/** Each command line once, with a page that shows it. */
const lines = shown.filter(([, line], at) => shown.findIndex(([, other]) => other === line) === at)

const started: ChildProcess[] = []
const folder = keptFolder()

/** Starts a program and returns what it printed, once that matches. */
function serving(words: readonly string[], until: RegExp, env = {}): Promise<RegExpExecArray> {
  const child = spawn(process.execPath, words, { env: { ...process.env, ...env } })
  started.push(child)
  return new Promise((found, failed) => {
    let printed = ''
    child.once('exit', () => failed(new Error(`it ended: ${printed}`)))
    child.stderr.on('data', (chunk) => {
      printed += String(chunk)
    })
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      const match = until.exec(printed)
      if (match !== null) found(match)
    })
  })
}

/** Puts down what the pages name: profiles, programs, contracts, descriptions and the folders of runs. */
beforeAll(async () => {
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const root = resolve(import.meta.dirname, '../..')
  const launcher = join(root, 'cli/quote-conformance.js')
  await serving([launcher, 'sandbox', '--port', '0', '--out', folder, '--seed', '1'], /Ctrl-C ends it/)
  cpSync(join(folder, 'profile.yaml'), join(folder, 'platform.yaml'))
  const secret = 'whsec-of-the-pages'
  const example = join(root, 'examples/receiver/receiver.mjs')
  const [url] = await serving([example, '0'], /http:\S+/, { SIGNING_SECRET: secret })
  put('receiver.yaml', `receiver:\n  url: ${url}\n  signing_secret: ${secret}\n`)
  const client = [process.execPath, join(root, 'examples/client-typescript/client.ts')]
  put('client.yaml', `client:\n  command: ${JSON.stringify(client)}\n`)
  mkdirSync(join(folder, 'partners'))
  cpSync(join(folder, 'receiver.yaml'), join(folder, 'partners/receiver.yaml'))
  cpSync(join(root, 'test-data/pact/bases/v4.json'), join(folder, 'partner.json'))
  for (const [name, version] of Object.entries({ old: 'v1.13.0', new: 'v1.14.2' }))
    put(`${name}.yaml`, (await whole(['openapi', '--api-version', version])).out)
  await whole(['--scenario', 'token/grant', '--quiet', '--out', 'out'], { cwd: folder })
  for (const name of ['before', 'after', 'latest'])
    cpSync(join(folder, 'out'), join(folder, 'reports', name), { recursive: true })
  const { out: recorded } = await whole(['report', 'out', '--format', 'har'], { cwd: folder })
  for (const name of ['session', 'tests', 'deliveries', 'server']) put(`${name}.har`, recorded)
  put('secrets.txt', secret)
  await whole(['keygen', '--out', 'key.pem'], { cwd: folder })
})

afterAll(() => {
  for (const child of started) child.kill()
})

test('the pages show whole runs, parts, and what is not ended by a test', () => {
  expect(lines.filter(([, line]) => ENDLESS.test(line)).length).toBeGreaterThan(2)
  expect(Object.keys(ENDS).filter((line) => !lines.some(([, one]) => one === line))).toEqual([])
})

test.each(lines.filter(([, line]) => !ENDLESS.test(line)))('%s: quote-conformance %s', async (page, line) => {
  const [, more = []] = line.includes('--dry-run') ? [] : (SHORT.find(([one]) => one.test(line)) ?? [])
  const { code = 0, says = /\S/ } = ENDS[line] ?? {}
  if (line.startsWith('keygen')) for (const name of ['key.pem', 'key.pem.pub']) rmSync(join(folder, name))
  const seen = await whole([...line.split(/\s+/).filter(Boolean), ...more], { cwd: folder })
  expect({ page, ...seen, says: says.test(seen.out + seen.err) }).toMatchObject({ code, says: true })
})

test('a page whose command does not exist would be seen', async () => {
  expect((await whole(['no-such-command'], { cwd: folder })).code).toBe(2)
})
