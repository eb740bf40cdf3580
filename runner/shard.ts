import { createHash } from 'node:crypto'

/** One of several parts of a run; `index` counts from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
  /** Which rooms of scenarios are in it, where these are not dealt out by their ids. */
  holds?(room: string): boolean
}

/** Says whether a scenario belongs to a shard. It depends on the id alone, so that new scenarios move no others. */
export function inShard(shard: Shard, { id, room }: { readonly id: string; readonly room: string }): boolean {
  if (shard.holds !== undefined) return shard.holds(room)
  const digest = createHash('sha256').update(id).digest()
  return digest.readUInt32BE(0) % shard.count === shard.index - 1
}
