import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { whole } from '../cli/whole.ts'
import { keptFolder } from '../kept-folder.ts'
import { problems } from '../published-schema.ts'

vi.setConfig({ hookTimeout: 120_000 })

const folder = keptFolder()
const out = join(folder, 'out')
let ended: Awaited<ReturnType<typeof whole>>

interface Shown {
  readonly title: string
  readonly verdict: string
  readonly checks: readonly { readonly evidence: readonly Readonly<Record<string, unknown>>[] }[]
}

const report = (): { readonly verdict: string; readonly requirements: readonly Shown[] } =>
  JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))

/** The published contract with three interactions, against a platform that breaks one of them. */
beforeAll(async () => {
  const { out: printed } = await whole(['pact', 'publish', '--out', folder])
  const pact = JSON.parse(readFileSync(printed.trim(), 'utf8'))
  const wanted = /: (a ready quote is bound|a proposal meets an internal error|quote\.created is delivered)$/
  const interactions = pact.interactions.filter((one: { description: string }) =>
    wanted.test(one.description),
  )
  const file = join(folder, 'some.json')
  writeFileSync(file, JSON.stringify({ ...pact, interactions }))
  ended = await whole(['pact', 'verify', file, '--mutant', 'bind-answers-200', '--out', out])
})

test('an interaction that is not met fails a run like any other requirement', () => {
  expect(ended.code).toBe(1)
  expect(ended.out).toContain('2 passed, 1 failed, 0 not exercised')
  expect(report().verdict).toBe('non-conformant')
  expect(problems('report', report())).toEqual([])
})

test('its evidence is the exchange that the verifier was given', () => {
  const broken = report().requirements.find(({ verdict }) => verdict === 'failed')
  expect(broken?.title).toBe(
    'quote-conformance: bind: a ready quote is bound, given a quote in ready_to_bind',
  )
  expect(broken?.checks[0]?.evidence[0]).toMatchObject({
    method: 'PUT',
    status: 200,
    findings: [{ expected: 'what the contract says', observed: expect.stringContaining('202') }],
    rerun: expect.stringMatching(/pact verify .*some\.json --mutant bind-answers-200 --seed 1 --only pact-/),
  })
})

test('it stands in every report, and each line keeps to its schema', () => {
  const lines = readFileSync(join(out, 'results.jsonl'), 'utf8').trimEnd().split('\n')
  expect(lines.flatMap((line) => problems('results', JSON.parse(line)))).toEqual([])
  expect(readFileSync(join(out, 'junit.xml'), 'utf8').match(/<failure /g)).toHaveLength(1)
  const allure = readdirSync(join(out, 'allure-results')).filter((name) => name.endsWith('-result.json'))
  expect(allure).toHaveLength(3)
  expect(existsSync(join(out, 'report.html'))).toBe(true)
})

test('its reports are made again, and judged anew only by the verifier', async () => {
  const before = readFileSync(join(out, 'report.json'), 'utf8')
  const again = await whole(['report', out])
  expect(again.code).toBe(1)
  expect(readFileSync(join(out, 'report.json'), 'utf8')).toBe(before)
  const anew = await whole(['report', out, '--rejudge'])
  expect(anew).toMatchObject({ code: 2, err: expect.stringContaining('pact verify') })
})

test('one interaction is verified again by its id', async () => {
  const id = 'pact-quote-conformance-bind-a-ready-quote-is-bound'
  const { code, out: printed } = await whole(['pact', 'verify', join(folder, 'some.json'), '--only', id])
  expect({ code, last: printed.trim().split('\n').at(-1) }).toEqual({
    code: 0,
    last: '1 passed, 0 failed, 0 not exercised',
  })
})
