import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedSandbox, startEmbedded } from '../../targets/sandbox/index.ts'
import { whole } from '../cli/whole.ts'
import { keptFolder } from '../kept-folder.ts'

const home = keptFolder()
const [right, wrong] = [join(home, 'right'), join(home, 'wrong')]
const words = [
  ...['--only', 'bind-answers-202', '--only', 'observe-token-extra-fields'],
  // Other scenarios for the same requirements would show nothing more.
  ...['--scenario', 'bind/ready-quote', '--scenario', 'token/grant'],
  ...['--quiet', '--seed', '1'],
]
const sandboxes: EmbeddedSandbox[] = []

/** Writes the profile of a new sandbox. */
async function profileOf(name: string, options: Parameters<typeof startEmbedded>[0]): Promise<string> {
  const sandbox = await startEmbedded({ clock: 'virtual', ...options })
  sandboxes.push(sandbox)
  const file = join(home, `${name}.json`)
  writeFileSync(file, JSON.stringify(sandbox.profile()))
  return file
}

const profiles = { right: '', wrong: '' }
beforeAll(async () => {
  const answers = {
    bindAccepted: () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }),
  }
  profiles.right = await profileOf('right-profile', {})
  profiles.wrong = await profileOf('wrong-profile', { behaviour: { answers } })
  await whole([...words, '--target', profiles.right, '--out', right])
  await whole([...words, '--target', profiles.wrong, '--out', wrong])
})
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())))

function baseline(...ids: string[]): string {
  const file = join(keptFolder(), 'baseline.yaml')
  writeFileSync(
    file,
    `known_failures:\n${ids.map((id) => `  - { requirement: ${id}, reason: known }\n`).join('')}`,
  )
  return file
}

describe('compare', () => {
  test.each([
    ['a run with itself', () => [right, right], 0, /^nothing changed$/m],
    [
      'one that breaks',
      () => [right, wrong],
      1,
      /^newly failed: 1 requirement\n {2}failed bind-answers-202 /m,
    ],
    ['one that heals', () => [wrong, right], 0, /^mended: 1 requirement\n {2}passed bind-answers-202 /m],
  ])('%s', async (_, runs, expected, text) => {
    const { code, out } = await whole(['compare', ...runs()])
    expect({ code, out }).toEqual({ code: expected, out: expect.stringMatching(text) })
  })

  test('a known failure is no regression, and an entry that no longer fails is one', async () => {
    const known = await whole(['compare', right, wrong, '--baseline', baseline('bind-answers-202')])
    expect(known).toMatchObject({ code: 0, out: expect.stringMatching(/regression: none/) })
    const stale = await whole(['compare', right, right, '--baseline', baseline('bind-answers-202')])
    expect(stale).toMatchObject({ code: 1, out: expect.stringMatching(/no longer fails: it is passed/) })
    const gone = await whole(['compare', right, right, '--baseline', baseline('no-such-requirement')])
    expect(gone).toMatchObject({ code: 1, out: expect.stringMatching(/no requirement of this run/) })
  })

  test('--json says the same by the published schema', async () => {
    const { code, out } = await whole(['compare', right, wrong, '--json'])
    expect(code).toBe(1)
    const { Ajv2020 } = await import('ajv/dist/2020.js')
    const schema = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../reporters/schemas/comparison.schema.json'), 'utf8'),
    ) as object
    const validate = new Ajv2020().compile(schema)
    expect(validate(JSON.parse(out)) ? [] : validate.errors).toEqual([])
    expect(JSON.parse(out)).toMatchObject({ regression: true, newlyFailed: [{ id: 'bind-answers-202' }] })
  })

  test('a later run that was cut off says nothing about what it did not reach', async () => {
    const cut = keptFolder()
    const lines = readFileSync(join(right, 'results.jsonl'), 'utf8').trimEnd().split('\n')
    writeFileSync(join(cut, 'results.jsonl'), `${lines.slice(0, -1).join('\n')}\n`)
    expect((await whole(['compare', right, cut])).code).toBe(3)
  })
})

describe('a key that was taken away', () => {
  const narrow = ['--only', '6', '--scenario', 'webhooks/events-of-a-quote', ...words]
  const judged = async (target: string, ...more: string[]) => {
    const out = keptFolder()
    const { code } = await whole([...narrow, '--target', target, '--out', out, ...more])
    return { out, code }
  }
  const [before, after] = ['with', 'without'].map((name) => join(home, `${name}.json`))

  test('is a regression, fails a run that requires what it offered, and the page says so', async () => {
    const { operator, ...profile } = JSON.parse(readFileSync(profiles.right, 'utf8'))
    const { register_endpoint: _, ...others } = operator
    writeFileSync(before ?? '', JSON.stringify({ ...profile, operator }))
    writeFileSync(after ?? '', JSON.stringify({ ...profile, operator: others }))
    const [old, now] = [await judged(before ?? ''), await judged(after ?? '', '--require', '6.*')]
    expect([old.code, now.code]).toEqual([0, 1])

    const compared = await whole(['compare', old.out, now.out])
    expect(compared).toMatchObject({
      code: 1,
      out: expect.stringMatching(/\nregression: yes: no longer exercised \d+\n$/),
    })
    const { lost } = JSON.parse((await whole(['compare', old.out, now.out, '--json'])).out)
    expect(lost).toContain('quote-created-emitted')
    const bearing = await whole(['compare', old.out, now.out, '--baseline', baseline(...lost)])
    expect(bearing).toMatchObject({ code: 0, out: expect.stringMatching(/regression: none/) })

    const report = JSON.parse(readFileSync(join(now.out, 'report.json'), 'utf8'))
    expect(report.judged.nothingOf).toContain('Events')
    expect(report.required.notExercised).toContain('delivery-is-a-post')
    for (const file of ['report.html', 'junit.xml'])
      expect(readFileSync(join(now.out, file), 'utf8')).toMatch(
        /nothing of Events.*required and not exercised/s,
      )
    expect((await whole(['report', now.out])).code).toBe(1)
  })
})

describe('a run with a baseline', () => {
  const run = (target: string, file: string) =>
    whole([...words, '--target', target, '--out', join(keptFolder(), 'out'), '--baseline', file])

  test('bears what is known, and its report still says that it failed', async () => {
    const { code, out } = await run(profiles.wrong, baseline('bind-answers-202'))
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/verdict: non-conformant[\s\S]*1 failure known, 0 not/),
    })
  })

  test('fails for what is not known, and for an entry that is stale', async () => {
    expect((await run(profiles.wrong, baseline('token-answers-200'))).code).toBe(1)
    expect((await run(profiles.right, baseline('bind-answers-202'))).code).toBe(1)
  })

  test.each(['[]', 'known_failures: [{ requirement: one }]', 'known_failures: {', '{ known_failure: [] }'])(
    'is refused with a file that says %j',
    async (text) => {
      const file = join(keptFolder(), 'baseline.yaml')
      writeFileSync(file, text)
      const { code, err } = await run(profiles.right, file)
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(/^quote-conformance: --baseline [^\n]+\n$/),
      })
    },
  )
})
