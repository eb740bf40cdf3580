import { createHash } from 'node:crypto'

/** One of several parts of a run. `index` starts at 1. */
export interface Shard {
  readonly index: number
  readonly count: number
  /** How scenarios are assigned to shards; absent: by their ids alone. */
  readonly plan?: ShardPlan
  /** Says whether a room of scenarios belongs to the shard, for scenarios that are not assigned one by one. */
  holds?(room: string): boolean
}

/** The facts of a shard that a run reports. */
export interface ShardFacts extends Pick<Shard, 'index' | 'count'> {
  /** Digest of the plan that the shard belongs to. */
  readonly plan?: string
}

export const shardFactsOf = ({ index, count, plan }: Shard): ShardFacts =>
  plan === undefined ? { index, count } : { index, count, plan: plan.digest }

/** Assigns scenarios to shards by how long they took in an earlier run. */
export interface ShardPlan {
  /** Equal for all shards of the same plan. */
  readonly digest: string
  /** Shard index by scenario id. */
  readonly shards: ReadonlyMap<string, number>
}

/**
 * Says whether a scenario belongs to a shard. A scenario that is in no plan is assigned by its id alone. So a new scenario
 * moves no other scenario to another shard.
 */
export function inShard(shard: Shard, { id, room }: { readonly id: string; readonly room: string }): boolean {
  if (shard.holds !== undefined) return shard.holds(room)
  return (shard.plan?.shards.get(id) ?? byId(id, shard.count)) === shard.index
}

/**
 * The part of its duration that a scenario adds to the time of a shard, where a longer one runs beside it. Only the longest one
 * adds all of it, since each of its steps waits for the one before.
 */
const BESIDE_A_LONGER_ONE = 0.75

/**
 * Assigns scenarios so that all shards take about the same time: the longest first, each to the shard that ends first so far.
 *
 * @param durations milliseconds by scenario id
 */
export function planShards(durations: Readonly<Record<string, number>>, count: number): ShardPlan {
  const longestFirst = Object.entries(durations).toSorted(
    ([one, its], [other, others]) => others - its || (one < other ? -1 : 1),
  )
  const times = Array.from({ length: count }, () => 0)
  const shards = new Map<string, number>()
  for (const [id, duration] of longestFirst) {
    const first = times.indexOf(Math.min(...times))
    const before = times[first] ?? 0
    times[first] = before === 0 ? duration : before + duration * BESIDE_A_LONGER_ONE
    shards.set(id, first + 1)
  }
  const digest = createHash('sha256')
    .update(JSON.stringify([...shards]))
    .digest('hex')
    .slice(0, 16)
  return { digest, shards }
}

function byId(id: string, count: number): number {
  const digest = createHash('sha256').update(id).digest()
  return (digest.readUInt32BE(0) % count) + 1
}
