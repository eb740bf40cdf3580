import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inShard, planShards, type Shard } from './shard.ts'

const recorded = JSON.parse(
  readFileSync(new URL('../../test-data/durations.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, number>>

/** The recorded durations of the scenarios in each shard. */
function dealtOut(count: number, plan?: Shard['plan']): readonly (readonly number[])[] {
  return Array.from({ length: count }, (_, place) => {
    const shard = { index: place + 1, count, ...(plan && { plan }) }
    const own = Object.entries(recorded).filter(([id]) => inShard(shard, { id, room: '' }))
    return own.map(([, duration]) => duration)
  })
}

/** The longest time of a shard divided by the shortest. */
function spread(shards: readonly (readonly number[])[]): number {
  const times = shards.map((durations) => durations.reduce((sum, duration) => sum + duration, 0))
  return Math.max(...times) / Math.min(...times)
}

describe('shards', () => {
  test.each([2, 3, 4])('of recorded durations end together, %i of them', (count) => {
    expect(spread(dealtOut(count, planShards(recorded, count)))).toBeLessThan(1.3)
  })

  // A scenario is never divided. So above some number of shards, each of the longest scenarios has a shard to itself.
  test.each([6, 8, 12])('of more than one scenario end together, of %i shards', (count) => {
    const several = dealtOut(count, planShards(recorded, count)).filter(({ length }) => length > 1)
    expect(several.length).toBeGreaterThan(count / 2)
    expect(spread(several)).toBeLessThan(1.3)
  })

  test('that go by ids alone do not', () => {
    expect(spread(dealtOut(8))).toBeGreaterThan(1.3)
  })

  test('hold each scenario once, known or not', () => {
    const plan = planShards({ one: 3, two: 2, three: 2 }, 2)
    const shards = [1, 2].map((index) => ({ index, count: 2, plan }))
    const holding = (id: string) => shards.filter((shard) => inShard(shard, { id, room: '' })).length
    expect(['one', 'two', 'three', 'new'].map(holding)).toEqual([1, 1, 1, 1])
  })

  test('are the same whatever the order of the durations, and have another digest where they differ', () => {
    const plan = planShards({ one: 3, two: 2, three: 2 }, 2)
    expect(planShards({ three: 2, two: 2, one: 3 }, 2)).toEqual(plan)
    expect(planShards({ one: 1, two: 2, three: 2 }, 2).digest).not.toBe(plan.digest)
  })
})
