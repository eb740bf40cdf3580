import { readFileSync } from 'node:fs'
import { planShards, type Shard } from '../../conformance/selection/shard.ts'
import type { RunRecord } from '../../reporters/index.ts'
import type { SideEntry } from '../../sides/index.ts'
import { readRun } from './runs.ts'

const RECORDED = new URL('../../test-data/durations.json', import.meta.url)

/** The milliseconds that each scenario of a run took, by scenario id. */
export function durationsOf({ scenarios }: RunRecord): Readonly<Record<string, number>> {
  return Object.fromEntries(scenarios.map(({ scenario, durationMs }) => [scenario, durationMs]))
}

/**
 * A shard with its plan. All shards of a run need the same durations.
 *
 * @param earlier folder of a run whose durations are used; default the recorded durations of the embedded sandbox
 * @throws ConformanceError RESULTS_UNREADABLE, RESULTS_INVALID, USAGE
 */
export function plannedShard(shard: Shard, { name }: Pick<SideEntry, 'name'>, earlier?: string): Shard {
  const durations = earlier === undefined ? recorded(name) : durationsOf(readRun(earlier))
  return durations === undefined ? shard : { ...shard, plan: planShards(durations, shard.count) }
}

/** Recorded durations of a side. There are none for receivers and clients, since their own speed decides. */
function recorded(side: SideEntry['name']): Readonly<Record<string, number>> | undefined {
  if (side !== 'platform') return undefined
  return JSON.parse(readFileSync(RECORDED, 'utf8')) as Readonly<Record<string, number>>
}
