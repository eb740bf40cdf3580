import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { whole } from '../cli/whole.ts'
import { comparable } from '../comparable.ts'
import { keptFolder } from '../kept-folder.ts'

const only = ['bind-answers-202', 'token-*', 'retry-attempt-*', 'observe-token-extra-fields']

/** Runs the vitest front as a command of its own. */
const front = (folder: string, ...words: string[]) =>
  promisify(execFile)(
    process.execPath,
    [resolve('node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest/vitest.config.ts', ...words],
    { env: { ...process.env, VITEST: '', QUOTE_OUT: folder, QUOTE_SEED: '5', QUOTE_ONLY: only.join(',') } },
  )

/** Judges by the command line what the front judges. */
async function judged(): Promise<unknown> {
  const folder = keptFolder()
  await whole(['--out', folder, ...only.flatMap((pattern) => ['--only', pattern]), '--seed', '5', '--quiet'])
  return comparable(folder)
}

test('the vitest front judges as the command line does', async () => {
  const folder = keptFolder()
  const { stdout } = await front(folder)
  expect(stdout).toMatch(/Tests .*passed/)
  expect(comparable(folder)).toEqual(await judged())
  const results = readdirSync(join(folder, 'allure-vitest')).filter((name) => name.endsWith('-result.json'))
  expect(results.length).toBeGreaterThan(10)
})

test('shards of the vitest front are one run', async () => {
  const folder = keptFolder()
  await front(folder, '--shard=1/2')
  expect(readdirSync(folder)).not.toContain('report.json')
  await front(folder, '--shard=2/2')
  expect(comparable(folder)).toEqual(await judged())
})
