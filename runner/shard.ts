import { createHash } from 'node:crypto'

/** One of several parts of a run; `index` counts from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
  /** How scenarios are dealt out; absent: by their ids alone. */
  readonly plan?: ShardPlan
  /** Which rooms of scenarios are in it, where these are not dealt out at all. */
  holds?(room: string): boolean
}

/** A shard as a run tells of it. */
export interface ShardFacts extends Pick<Shard, 'index' | 'count'> {
  /** Digest of the plan that it is part of. */
  readonly plan?: string
}

export const factsOf = ({ index, count, plan }: Shard): ShardFacts =>
  plan === undefined ? { index, count } : { index, count, plan: plan.digest }

/** Scenarios dealt out to shards by how long they took before. */
export interface ShardPlan {
  /** The same for all shards that were dealt out together. */
  readonly digest: string
  /** Index of the shard by the id of a scenario. */
  readonly shards: ReadonlyMap<string, number>
}

/**
 * Says whether a scenario belongs to a shard. One that no plan knows goes by its id alone, so that new scenarios move no others.
 */
export function inShard(shard: Shard, { id, room }: { readonly id: string; readonly room: string }): boolean {
  if (shard.holds !== undefined) return shard.holds(room)
  return (shard.plan?.shards.get(id) ?? byId(id, shard.count)) === shard.index
}

/**
 * Deals scenarios out so that all shards take about the same time: the longest first, each to the shard with the least so far.
 *
 * @param durations milliseconds by the ids of scenarios
 */
export function planShards(durations: Readonly<Record<string, number>>, count: number): ShardPlan {
  const longestFirst = Object.entries(durations).toSorted(
    ([one, its], [other, others]) => others - its || (one < other ? -1 : 1),
  )
  const sums = Array.from({ length: count }, () => 0)
  const shards = new Map<string, number>()
  for (const [id, duration] of longestFirst) {
    const least = sums.indexOf(Math.min(...sums))
    sums[least] = (sums[least] ?? 0) + duration
    shards.set(id, least + 1)
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
