import { expect, test } from 'vitest'
import type { PlannedRequirement } from '../conformance/events.ts'
import { observed } from '../conformance/verdict.ts'
import { check, events } from './fakes.ts'
import { mergeShards } from './merge.ts'
import { type RunRecord, recorder } from './record.ts'

const observation = { ...check('observe-x', 'observe', observed('an x')), name: 's: anything' }
const requirement: PlannedRequirement = { id: 'a', clause: '4', level: 'must', title: 'a holds' }

/** One of two shards, with its result for one requirement. */
function shard(
  index: number,
  left: Pick<PlannedRequirement, 'reason' | 'leftOutBy'> = {},
  standing?: true,
): RunRecord {
  const checks = [{ ...observation, ...(standing && { standing }) }]
  const collected = recorder()
  for (const event of events({ checks })) collected.add(event)
  const record = collected.record()
  if (record === undefined) throw new Error('no record')
  const started = {
    ...record.started,
    shard: { index, count: 2 },
    requirements: [{ ...requirement, ...left }],
  }
  return { ...record, started }
}

const elsewhere = { reason: 'somewhere else', leftOutBy: 'shard' } as const
const older = { reason: 'too old', leftOutBy: 'version' } as const

test('what one shard can judge is judged', () => {
  const { requirements } = mergeShards([shard(1, elsewhere), shard(2)]).started
  expect(requirements).toEqual([requirement])
})

test('what no shard can judge has the reason that has nothing to do with shards', () => {
  const { requirements } = mergeShards([shard(1, elsewhere), shard(2, older)]).started
  expect(requirements).toEqual([{ ...requirement, ...older }])
  const lost = mergeShards([shard(1, elsewhere), shard(2, elsewhere)]).started
  expect(lost.requirements).toEqual([{ ...requirement, ...elsewhere }])
})

test('an observation of a standing claim is there once, whatever its name', () => {
  const checksOf = (...records: readonly RunRecord[]) =>
    mergeShards(records).scenarios.flatMap(({ checks }) => checks)
  expect(checksOf(shard(1, {}, true), shard(2, {}, true))).toHaveLength(1)
  expect(checksOf(shard(1), shard(2))).toHaveLength(2)
})

test('shards of two plans are refused: a scenario could be in both, or in none', () => {
  const of = (one: RunRecord, plan: string): RunRecord => ({
    ...one,
    started: { ...one.started, shard: { index: one.started.shard?.index ?? 0, count: 2, plan } },
  })
  expect(() => mergeShards([of(shard(1), 'one'), of(shard(2), 'other')])).toThrow(/plan of shards differ/)
  expect(mergeShards([of(shard(1), 'one'), of(shard(2), 'one')]).scenarios).toHaveLength(2)
})
