import { packageFacts } from '../cli/package-facts.ts'
import type { RunEvent } from '../conformance/events.ts'
import type { Shard } from '../conformance/selection/shard.ts'
import { sides } from '../sides/index.ts'
import { prepareRun } from '../sides/prepare.ts'
import { entryOf } from '../sides/selecting.ts'
import { settings } from './settings.ts'

export interface Prepared {
  readonly scenarios: readonly { readonly id: string; readonly title: string }[]
  /** Folder of the whole run. */
  readonly folder: string
  run(): AsyncIterable<RunEvent>
}

/** Reads the environment and prepares the part of a run that one test file drives. Sends nothing. */
export async function prepare(shard: Shard): Promise<Prepared> {
  const { target, apiVersion, seed, only, folder, env } = settings()
  const request = {
    suite: packageFacts(),
    only,
    scenario: [],
    seed,
    shard,
    ...(target === undefined ? {} : { target }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
  }
  const side = await (await entryOf(sides, target)).load()
  const prepared = await prepareRun(side, request, { env, now: Date.now })
  return {
    scenarios: prepared.scenarios.filter((scenario) => shard.holds?.(scenario.room)),
    folder,
    run: () => prepared.start(new AbortController().signal),
  }
}
