import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { readRun } from '../../cli/runs.ts'
import { whole } from '../cli/whole.ts'
import { keptFolder } from '../kept-folder.ts'

vi.setConfig({ testTimeout: 300_000 })

const only = ['bind-answers-202', 'token-*', 'retry-attempt-*', 'observe-token-extra-fields']

interface Checked {
  readonly name: string
  readonly verdict: string
  readonly message: string
}

interface Read {
  readonly requirements: readonly {
    readonly id: string
    readonly checks: readonly Checked[]
    readonly reason: string
  }[]
  readonly [key: string]: unknown
}

/** A report without what is another in each run: moments, durations, the port of the embedded sandbox, order. */
function comparable(folder: string): unknown {
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Read
  const { kind, verdict, reason, seed, filtered, end, summary, requirements } = report
  return {
    ...{ kind, verdict, reason, seed, filtered, end, summary },
    requirements: requirements.map(({ checks, ...requirement }) => ({
      ...requirement,
      checks: checks.map((check) => `${check.name} ${check.verdict}`).sort(),
    })),
  }
}

/** Whatever scenarios share is sent by the one that needs it first: tokens, and moves of the clock. */
const SHARED = new Set<string>(['token', 'operator'])

/** The exchanges of each scenario. How often it looks again depends on the others beside it. */
function evidence(folder: string): Readonly<Record<string, readonly string[]>> {
  const { scenarios } = readRun(folder)
  return Object.fromEntries(
    scenarios.map(({ scenario, exchanges }) => [
      scenario,
      [
        ...new Set(
          exchanges
            .filter(({ operation }) => !SHARED.has(operation))
            .map(({ operation, request, answer }) => `${operation} ${request.method} ${answer?.status}`),
        ),
      ].sort(),
    ]),
  )
}

describe('the shards of a run, merged', () => {
  const words = [...only.flatMap((pattern) => ['--only', pattern]), '--seed', '5', '--quiet']

  test('are the run that was not sharded, judged anew or not', async () => {
    const [one, merged, ...shards] = Array.from({ length: 5 }, keptFolder)
    await whole(['--out', one ?? '', ...words])
    for (const [index, folder] of shards.entries())
      await whole(['--out', folder, '--shard', `${index + 1}/${shards.length}`, ...words])
    const { code, err } = await whole(['report', ...shards, '--out', merged ?? ''])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(comparable(merged ?? '')).toEqual(comparable(one ?? ''))
    expect(evidence(merged ?? '')).toEqual(evidence(one ?? ''))
    const again = await whole(['report', merged ?? '', '--rejudge'])
    expect(again.out).toContain('nothing changed')
    expect(again.code).toBe(0)
  })

  test('are refused when one is missing, is there twice, or is of another run', async () => {
    const [first, second, other] = [keptFolder(), keptFolder(), keptFolder()]
    const shard = (folder: string, part: string, seed = '5') =>
      whole(['--out', folder, '--shard', part, '--only', 'token-answers-200', '--seed', seed, '--quiet'])
    await Promise.all([shard(first, '1/2'), shard(second, '2/2'), shard(other, '2/2', '6')])
    const merge = async (...folders: string[]) =>
      (await whole(['report', ...folders, '--out', keptFolder()])).err
    expect(await merge(first, first)).toMatch(/shard 2 of 2 is missing/)
    expect(await merge(first, second, second)).toMatch(/a shard is there twice/)
    expect(await merge(first, other)).toMatch(/the seed differ/)
  })
})

test('the vitest front judges as the command line does, whole or in shards of its own', async () => {
  const [cli, once, sharded] = [keptFolder(), keptFolder(), keptFolder()]
  const vitest = (folder: string, ...words: string[]) =>
    promisify(execFile)(
      process.execPath,
      [resolve('node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest/vitest.config.ts', ...words],
      { env: { ...process.env, VITEST: '', QUOTE_OUT: folder, QUOTE_SEED: '5', QUOTE_ONLY: only.join(',') } },
    )
  await whole(['--out', cli, ...only.flatMap((pattern) => ['--only', pattern]), '--seed', '5', '--quiet'])
  const { stdout } = await vitest(once)
  expect(stdout).toMatch(/Tests .*passed/)
  await vitest(sharded, '--shard=1/2')
  expect(readdirSync(sharded)).not.toContain('report.json')
  await vitest(sharded, '--shard=2/2')
  expect(comparable(once)).toEqual(comparable(cli))
  expect(comparable(sharded)).toEqual(comparable(cli))
  expect(
    readdirSync(join(once, 'allure-vitest')).filter((name) => name.endsWith('-result.json')).length,
  ).toBeGreaterThan(10)
})
