import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HarValidator } from '@har-sdk/validator'
import { validateStrict } from 'ctrf'
import { beforeAll, expect, test } from 'vitest'
import { whole } from '../cli/whole.ts'
import { keptFolder } from '../kept-folder.ts'

const out = join(keptFolder(), 'out')
const words = ['--scenario', 'bind/ready-quote', '--scenario', 'webhooks/events-of-a-quote']

beforeAll(() =>
  whole(['run', ...words, '--mutant', 'bind-answers-200', '--seed', '1', '--quiet', '--out', out]),
)

const lines = () =>
  readFileSync(join(out, 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { exchanges?: unknown[]; arrivals?: unknown[] })

test('report --format har holds every exchange and delivery, as another validator reads it', async () => {
  const { code, out: text } = await whole(['report', out, '--format', 'har'])
  const har = JSON.parse(text) as { log: { entries: { _delivery?: true; startedDateTime: string }[] } }
  expect(code).toBe(0)
  expect(await new HarValidator().verify(har as never)).toEqual([])
  const count = (key: 'exchanges' | 'arrivals') =>
    lines().reduce((sum, one) => sum + (one[key]?.length ?? 0), 0)
  const deliveries = har.log.entries.filter(({ _delivery }) => _delivery)
  expect(count('arrivals')).toBeGreaterThan(0)
  expect(deliveries).toHaveLength(count('arrivals'))
  expect(har.log.entries).toHaveLength(count('exchanges') + count('arrivals'))
  const times = har.log.entries.map(({ startedDateTime }) => startedDateTime)
  expect(times).toEqual(times.toSorted())
})

test('report --format ctrf has a test for each requirement, and the failed one fails', async () => {
  const { code, out: text } = await whole(['report', out, '--format', 'ctrf'])
  const ctrf = JSON.parse(text) as { results: { tests: { name: string; status: string }[] } }
  expect(code).toBe(0)
  expect(() => validateStrict(ctrf)).not.toThrow()
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as { requirements: unknown[] }
  expect(ctrf.results.tests).toHaveLength(report.requirements.length)
  expect(ctrf.results.tests.find(({ name }) => name.startsWith('bind-answers-202:'))?.status).toBe('failed')
})
