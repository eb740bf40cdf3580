import { packageFacts } from '../cli/package-facts.ts'
import { prepareRun } from '../cli/prepare-run.ts'
import type { RunEvent } from '../conformance/events.ts'
import type { Shard } from '../runner/index.ts'
import { loadSpec } from '../spec/index.ts'
import { platformSuite } from '../suites/platform/index.ts'
import { settings } from './settings.ts'

export interface Prepared {
  readonly scenarios: readonly { readonly id: string; readonly title: string }[]
  /** Folder of the whole run. */
  readonly folder: string
  run(): AsyncIterable<RunEvent>
}

/** Reads what the environment says and prepares the part of a run that one test file drives. Nothing is sent yet. */
export async function prepare(shard: Shard): Promise<Prepared> {
  const { target, apiVersion, seed, only, folder, env } = settings()
  const io = { out: ignore, err: ignore, env, now: Date.now, color: false, interruption: never }
  const options = {
    suite: packageFacts(),
    only,
    scenario: [],
    seed,
    shard,
    ...(target === undefined ? {} : { target }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
  }
  const prepared = await prepareRun(options, io)
  const suite = platformSuite(await loadSpec(apiVersion === undefined ? {} : { version: apiVersion }))
  return {
    scenarios: suite.scenarios.filter(({ id }) => shard.holds?.(id)),
    folder,
    run: () => prepared.start(never()),
  }
}

const ignore = () => undefined
const never = () => new AbortController().signal
