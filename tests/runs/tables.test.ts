import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { embeddedTarget } from '../../targets/platform/index.ts'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { judge, verdicts } from '../judge.ts'

/** A copy of `spec/` with one changed text in one table. */
async function changedSpec(table: string, from: string, to: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'spec-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await cp(resolve(import.meta.dirname, '../../spec'), directory, { recursive: true })
  const file = join(directory, 'tables', table)
  const text = await readFile(file, 'utf8')
  expect(text.split(from).length, 'places to change').toBeGreaterThan(1)
  await writeFile(file, text.replace(from, to))
  return directory
}

const sandbox = () =>
  embeddedTarget(() => startEmbedded({ seed: 1, clock: 'virtual' }), { seed: 1, apiVersion: 'v1.14.2' })

test('a changed cell of the documents table changes the verdict on that cell alone', async () => {
  const directory = await changedSpec(
    'documents.yaml',
    'declined: { expect: refused, level: must, statuses: [404]',
    'declined: { expect: refused, level: must, statuses: [410]',
  )
  const scenarios = ['documents/in-declined', 'documents/in-failed']
  const seen = verdicts(await judge(await sandbox(), { scenarios, directory }))
  expect(seen['quote-proposal-in-declined']).toBe('failed')
  expect(seen['quote-proposal-in-failed']).toBe('passed')
})

test('a changed lifetime changes the verdict on the token answer', async () => {
  const directory = await changedSpec('token.yaml', 'expiresInSeconds: 3600', 'expiresInSeconds: 1800')
  const seen = verdicts(await judge(await sandbox(), { scenarios: ['token/grant'], directory }))
  expect(seen['token-expires-in-3600']).toBe('failed')
  expect(seen['token-type-bearer']).toBe('passed')
})

test('a changed delay of the retry schedule changes the verdict on that attempt only', async () => {
  const directory = await changedSpec(
    'delivery.yaml',
    'number: 6, delayMs: 16000 }',
    'number: 6, delayMs: 24000 }',
  )
  const seen = verdicts(await judge(await sandbox(), { scenarios: ['webhooks/schedule'], directory }))
  expect(seen['retry-attempt-6']).toBe('failed')
  const others = [2, 3, 4, 5, 7, 8, 9, 10].map((number) => seen[`retry-attempt-${number}`])
  expect(new Set(others)).toEqual(new Set(['passed']))
})

test('a changed pattern of money changes the verdicts on amounts and on nothing else', async () => {
  const directory = await changedSpec(
    '../openapi.yaml',
    String.raw`(,\d{3})*)\.\d{2}$`,
    String.raw`(,\d{3})*)\.\d{3}$`,
  )
  const seen = verdicts(await judge(await sandbox(), { scenarios: ['service/journey'], directory }))
  expect(seen['record-policy-term-agg-limit']).toBe('failed')
  expect(seen['record-coverage-details-pci-dss-limit']).toBe('failed')
  expect(seen['record-policy-term-effective-date']).toBe('passed')
  expect(seen['record-coverage-details-vendor-bi-waiting-period']).toBe('passed')
})
