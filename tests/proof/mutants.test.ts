import pLimit from 'p-limit'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Mutant, mutants } from '../../targets/sandbox/mutants/index.ts'
import { type Bench, openBench } from './judged.ts'
import { judgeMutant, type Kill } from './kills.ts'

/** How many sandboxes are judged at once: each waits for little, so more would only take more memory. */
const AT_ONCE = 4

let bench: Bench
const kills = new Map<Mutant, Kill>()

beforeAll(async () => {
  bench = await openBench()
  const gate = pLimit(AT_ONCE)
  const judge = async (mutant: Mutant) => void kills.set(mutant, await judgeMutant(bench, mutant, 'sighted'))
  await Promise.all(mutants.map((mutant) => gate(judge, mutant)))
}, 300_000)

describe('each mutant', () => {
  test('has an id of its own', () => {
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length)
    expect(mutants.map(({ id }) => id).filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
  })

  test('names requirements of the platform that are judged and can fail', () => {
    const known = bench.spec.requirements.filter(
      ({ side, level, excluded, awaits }) =>
        side === 'platform' && level !== 'observe' && excluded === undefined && awaits === undefined,
    )
    const ids = new Set(known.map(({ id }) => id))
    expect(mutants.flatMap((one) => one.kills).filter((id) => !ids.has(id))).toEqual([])
  })

  test.each(mutants.map((mutant) => [mutant.id, mutant] as const))('%s', (_, mutant) => {
    const { missed, undeclared, broken } = kills.get(mutant) ?? { missed: ['not judged'] }
    expect({ missed, undeclared, broken }).toEqual({ missed: [], undeclared: [] })
  })
})
