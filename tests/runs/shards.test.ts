import { describe, expect, test } from 'vitest'
import { readRun } from '../../cli/finished-runs/runs.ts'
import { whole } from '../cli/whole.ts'
import { comparable } from '../comparable.ts'
import { keptFolder } from '../kept-folder.ts'

const only = [
  'bind-answers-202',
  'token-*',
  'deleted-endpoint-loses-its-history',
  'observe-token-extra-fields',
]
/** Of those that judge these, a few of each kind: one on a moved clock, one with deliveries, one with generated cases. */
const some = ['bind/*', 'token/*', 'auth/*', 'webhooks/delivery-log', 'journeys/any-order']

/** The scenario that needs a shared request first sends it: tokens, and moves of the clock. */
const SHARED = new Set<string>(['token', 'operator'])

/** The exchanges of each scenario. The number of its repeated reads depends on the scenarios beside it. */
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
  const words = [
    ...only.flatMap((pattern) => ['--only', pattern]),
    ...some.flatMap((pattern) => ['--scenario', pattern]),
    ...['--runs', '5', '--seed', '5', '--quiet'],
  ]

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

  test('a shard without the others gets new reports in place, and is no merged run', async () => {
    const folder = keptFolder()
    const words = ['--shard', '1/2', '--only', 'token-answers-200', '--quiet']
    const { code } = await whole(['--out', folder, ...words])
    expect(await whole(['report', folder])).toMatchObject({ code, err: '' })
    expect(await whole(['report', folder, '--out', keptFolder()])).toMatchObject({
      code: 3,
      err: expect.stringContaining('shard 2 of 2 is missing'),
    })
  })
})
