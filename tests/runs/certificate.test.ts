import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { whole } from '../cli/whole.ts'
import { keptFolder } from '../kept-folder.ts'
import { problems } from '../published-schema.ts'
import { testFilesOfRun } from '../run-schemas.ts'

const home = keptFolder()
const [key, run] = [join(home, 'key.pem'), join(home, 'run')]

beforeAll(async () => {
  const { QUOTE_WHOLE_RUN: made } = process.env
  // `.ci/run` has made one already, with its key.
  if (made !== undefined) return cpSync(made, home, { recursive: true })
  await whole(['keygen', '--out', key])
  await whole(['--quiet', '--seed', '3', '--sign-with', key, '--out', run])
})

const verify = (folder: string, ...more: string[]) =>
  whole(['verify', join(folder, 'certificate.json'), '--key', `${key}.pub`, ...more])

/** A copy of the run's folder, as it is passed on. */
function copied(): string {
  const folder = keptFolder()
  cpSync(run, folder, { recursive: true, filter: (name) => !name.includes('allure-results') })
  return folder
}

test('keygen leaves a private key that only its owner reads, and never writes over one', async () => {
  expect(statSync(key).mode & 0o777).toBe(0o600)
  const before = readFileSync(key, 'utf8')
  const { code, err } = await whole(['keygen', '--out', key])
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/is there already/) })
  expect(readFileSync(key, 'utf8')).toBe(before)
})

describe('the certificate of a whole embedded run', () => {
  test('verifies by itself and against its run', async () => {
    expect((await verify(run)).code).toBe(0)
    const { code, out } = await verify(run, '--results', run)
    expect({ code, out }).toEqual({ code: 0, out: expect.not.stringMatching(/FAIL/) })
    for (const name of [
      'signature',
      'validity',
      'certificate.html',
      'results.jsonl',
      'report.html',
      'summary',
    ])
      expect(out).toContain(`ok    ${name}\n`)
  })

  test('keeps to its schema, and so does what it states', () => {
    const certificate = JSON.parse(readFileSync(join(run, 'certificate.json'), 'utf8')) as { payload: string }
    const payload = JSON.parse(Buffer.from(certificate.payload, 'base64url').toString('utf8')) as object
    expect(problems('certificate', certificate)).toEqual([])
    expect(problems('certificate-payload', payload)).toEqual([])
    expect(problems('certificate', payload)).not.toEqual([])
    expect(problems('certificate-payload', { ...payload, verdict: 'fine' })).not.toEqual([])
  })

  // The other files are made of the results, so that these are changed apart from the rest.
  test.each([[['results.jsonl']], [['report.json', 'report.html', 'junit.xml', 'certificate.html']]])(
    'one changed byte of each of %j is found out and named',
    async (names) => {
      const folder = copied()
      for (const name of names) {
        const file = join(folder, name)
        const bytes = readFileSync(file)
        const at = Math.floor(bytes.length / 2)
        bytes[at] = (bytes[at] ?? 0) ^ 1
        writeFileSync(file, bytes)
      }
      const { code, out } = await verify(folder, '--results', folder)
      expect(code).toBe(1)
      for (const name of names) {
        expect(out).toMatch(new RegExp(`^FAIL {2}${name}: `, 'm'))
        expect(out).toMatch(new RegExp(`\nnot certified, because of .*${name}.*\n$`))
      }
    },
  )

  test('a forged file in the folders of the run is found out and named', async () => {
    const folder = copied()
    cpSync(join(run, 'allure-results'), join(folder, 'allure-results'), { recursive: true })
    writeFileSync(join(folder, 'allure-results', 'forged-result.json'), '{"status":"passed"}')
    const { code, out } = await verify(folder, '--results', folder)
    expect(code).toBe(1)
    expect(out).toMatch(/^FAIL {2}allure-results\//m)
    expect(out.match(/^FAIL/gm)).toHaveLength(1)
  })

  test('one changed byte of its own, or another key, is found out', async () => {
    const folder = copied()
    const file = join(folder, 'certificate.json')
    writeFileSync(file, `${readFileSync(file, 'utf8')} `)
    expect(await verify(folder)).toMatchObject({ code: 1, out: expect.stringMatching(/^FAIL {2}signature/) })
    const other = join(keptFolder(), 'other.pem')
    await whole(['keygen', '--out', other])
    const strange = await whole(['verify', join(run, 'certificate.json'), '--key', `${other}.pub`])
    expect(strange).toMatchObject({ code: 1, out: expect.stringMatching(/^FAIL {2}signature/) })
  })

  test('without a key nothing is believed', async () => {
    const { code, out } = await whole(['verify', join(run, 'certificate.json')])
    expect({ code, out }).toEqual({
      code: 3,
      out: expect.stringMatching(/^---- {2}signature: not checked, since --key/),
    })
    const none = join(keptFolder(), 'none.json')
    writeFileSync(none, '{}')
    expect(await whole(['verify', none])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^FAIL {2}signature/),
    })
  })

  test('a key that is none is a wrong command line', async () => {
    const none = join(keptFolder(), 'none.pem')
    writeFileSync(none, 'not a key')
    const { code, err } = await whole(['verify', join(run, 'certificate.json'), '--key', none])
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/Ed25519 key in PEM/) })
    expect(await whole(['--quiet', '--sign-with', none, '--out', keptFolder()])).toMatchObject({ code: 2 })
  })
})

describe('a finished run that is signed in a step of its own', () => {
  const sign = (folder: string) => whole(['sign', folder, '--key', key])

  test('gets the same certificate, and no report that says something else', async () => {
    const folder = copied()
    writeFileSync(join(folder, 'report.json'), '{"verdict":"fine"}')
    expect(await sign(folder)).toMatchObject({ code: 0, out: 'certificate: certificate.json\n' })
    expect((await verify(folder, '--results', folder)).code).toBe(0)
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe(
      readFileSync(join(run, 'report.json'), 'utf8'),
    )
  })

  test('is each of those that certify all left; one that leaked a canary gets none, and loses the one that it had', async () => {
    const folder = keptFolder()
    const leaked = join(folder, 'leaked')
    writeFileSync(join(folder, 'summary.json'), '{"profiles":[]}')
    cpSync(copied(), leaked, { recursive: true })
    writeFileSync(join(leaked, 'leak.txt'), 'redaction leaks: a canary was found in what was printed\n')
    mkdirSync(join(folder, 'killed'))
    writeFileSync(join(folder, 'killed', 'results.jsonl'), '')
    const { code, out } = await sign(folder)
    expect(out.split('\n')).toEqual([
      expect.stringMatching(
        /killed: no certificate: .*results\.jsonl does not begin with the start of a run$/,
      ),
      expect.stringMatching(/leaked: no certificate: redaction leaks/),
      '',
    ])
    expect(code).toBe(1)
    expect(existsSync(join(leaked, 'certificate.json'))).toBe(false)
  })

  test('is a run', async () => {
    expect(await sign(keptFolder())).toMatchObject({ code: 2, err: expect.stringMatching(/holds no run/) })
  })
})

// This is the only whole run of a right target, so its reports are checked by their schemas here.
describe('a run of what is right', () => testFilesOfRun((name) => join(run, name)))

test('every two circumstances meet in a whole run', () => {
  const { coverage } = JSON.parse(readFileSync(join(run, 'report.json'), 'utf8')) as {
    readonly coverage: readonly { readonly covered: number; readonly together: number }[]
  }
  expect(coverage.length).toBeGreaterThan(0)
  for (const { covered, together } of coverage) expect(covered).toBe(together)
})

test('a run of a part gets none, says why, and takes the certificate of an older run away', async () => {
  const folder = copied()
  const { code, out } = await whole([
    '--quiet',
    '--only',
    'token-answers-200',
    '--sign-with',
    key,
    '--out',
    folder,
  ])
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^no certificate: .*left something out/m),
  })
  expect(existsSync(join(folder, 'certificate.json'))).toBe(false)
  expect(existsSync(join(folder, 'certificate.html'))).toBe(false)
})

test('all that the run recorded can be judged anew, with the same verdicts', async () => {
  const lines = readFileSync(join(run, 'results.jsonl'), 'utf8').trimEnd().split('\n')
  const scenarios = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'scenario-finished')
  expect(scenarios.filter(({ drive }) => drive === undefined).map(({ scenario }) => scenario)).toEqual([])
  const folder = copied()
  const { code, out } = await whole(['report', folder, '--rejudge'])
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/\nnothing changed\n$/) })
})

test('allure generate makes a report of what the run left, without an error', async () => {
  const folder = keptFolder()
  mkdirSync(join(folder, 'allure-results'))
  cpSync(join(run, 'allure-results'), join(folder, 'allure-results'), { recursive: true })
  const { execFile } = await import('node:child_process')
  const { promisify } = await import('node:util')
  const allure = join(import.meta.dirname, '../../node_modules/allure/cli.js')
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [allure, 'generate', 'allure-results', '--output', 'page'],
    { cwd: folder },
  )
  expect(stderr).toBe('')
  expect(readdirSync(join(folder, 'page'))).toContain('index.html')
  const { stats } = JSON.parse(readFileSync(join(folder, 'page', 'summary.json'), 'utf8')) as {
    stats: Record<string, number>
  }
  const { summary } = JSON.parse(readFileSync(join(run, 'report.json'), 'utf8')) as {
    summary: Record<string, number>
  }
  expect(stats.passed).toBe((summary.passed ?? 0) + (summary.warned ?? 0) + (summary.observed ?? 0))
  expect(stats.skipped).toBe(summary.notExercised)
})
