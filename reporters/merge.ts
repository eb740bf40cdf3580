import { ConformanceError } from '../conformance/errors.ts'
import type { CheckResult, PlannedRequirement, RunEnd, ScenarioFinished } from '../conformance/events.ts'
import type { RunRecord, RunStarted } from './record.ts'

/**
 * Merges the shards of one run into the whole run.
 *
 * @throws ConformanceError RESULTS_UNMERGEABLE naming records that do not belong together, or the missing shard
 */
export function mergeShards(records: readonly RunRecord[]): RunRecord {
  const [first] = records
  if (first === undefined) throw unmergeable('there is nothing to merge')
  for (const { started } of records) refuseForeign(first.started, started)
  refuseIncomplete(records)
  const sorted = records.toSorted((one, other) => indexOf(one) - indexOf(other))
  const { shard: _, ...started } = first.started
  const starts = sorted.map((record) => record.started.at).sort()
  const end = endOf(sorted)
  return {
    started: {
      ...started,
      at: starts[0] ?? started.at,
      requirements: started.requirements.map((requirement, index) =>
        mergedRequirement(
          requirement,
          sorted.map((record) => record.started.requirements[index]),
        ),
      ),
      scenarios: sorted.reduce((sum, record) => sum + record.started.scenarios, 0),
      filtered: started.selected === true,
    },
    scenarios: eachOnce(sorted.flatMap(({ scenarios }) => scenarios)),
    ...(end === undefined ? {} : { end }),
    finishedAt:
      sorted
        .map(({ finishedAt }) => finishedAt)
        .sort()
        .at(-1) ?? first.finishedAt,
  }
}

const indexOf = ({ started }: RunRecord): number => started.shard?.index ?? 0

const unmergeable = (why: string) =>
  new ConformanceError('RESULTS_UNMERGEABLE', `these runs are no shards of one run: ${why}`, {
    hint: 'give the folders of all shards, each once',
  })

function refuseForeign(one: RunStarted, other: RunStarted): void {
  const facts = ({ suite, kind, seed, target, selected, requirements, shard }: RunStarted) => ({
    suite: `${suite.name} ${suite.version}`,
    side: kind,
    seed,
    target: `${target.name} at ${addressOf(target.baseUrl)}, ${target.apiVersion}`,
    selection: String(selected),
    requirements: requirements.map(({ id }) => id).join(' '),
    'number of shards': shard?.count,
    'plan of shards': shard?.plan,
  })
  const [mine, theirs] = [facts(one), facts(other)]
  const differing = (Object.keys(mine) as (keyof typeof mine)[]).filter((key) => mine[key] !== theirs[key])
  if (differing.length > 0) throw unmergeable(`the ${differing.join(', ')} differ`)
}

/** The address without its port for a target that the run starts itself, which gets another port each time. */
function addressOf(url: string): string {
  return url.replace(/^(https?:\/\/127\.0\.0\.1):\d+/, '$1')
}

function refuseIncomplete(records: readonly RunRecord[]): void {
  const count = records[0]?.started.shard?.count
  if (count === undefined) throw unmergeable('none of them is a shard')
  const missing = missingShards(records)
  if (missing !== undefined) throw unmergeable(missing)
  if (records.length > count) throw unmergeable('a shard is there twice')
}

/** Says which shards are not among the records; undefined where all are there, or none of the records is a shard. */
export function missingShards(records: readonly RunRecord[]): string | undefined {
  const count = records[0]?.started.shard?.count ?? 0
  const found = records.map(indexOf)
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (index) => !found.includes(index),
  )
  return missing.length === 0 ? undefined : `shard ${missing.join(', ')} of ${count} is missing`
}

/**
 * Merges the plans of the shards for one requirement. It is judged if some shard can judge it. Otherwise the shards give the
 * same reason, except for scenarios that ran in another shard.
 */
function mergedRequirement(
  { reason: _, leftOutBy: __, ...requirement }: PlannedRequirement,
  inShards: readonly (PlannedRequirement | undefined)[],
): PlannedRequirement {
  const judged = inShards.some((one) => one?.reason === undefined)
  const own = inShards.find((one) => one?.leftOutBy !== 'shard') ?? inShards[0]
  if (judged || own?.reason === undefined) return requirement
  return { ...requirement, reason: own.reason, ...(own.leftOutBy && { leftOutBy: own.leftOutBy }) }
}

/** A run reports each observation of a standing claim once, but two shards may both have reported it. */
function eachOnce(scenarios: readonly ScenarioFinished[]): readonly ScenarioFinished[] {
  const reported = new Set<string>()
  const isNews = ({ requirement, standing, verdict }: CheckResult) => {
    if (verdict.kind !== 'observed' || standing !== true) return true
    const words = `${requirement}: ${verdict.what}`
    if (reported.has(words)) return false
    reported.add(words)
    return true
  }
  return scenarios.map((scenario) => ({ ...scenario, checks: scenario.checks.filter(isNews) }))
}

/** The first end that is not `completed`; undefined where a shard was killed. */
function endOf(records: readonly RunRecord[]): RunEnd | undefined {
  const ends = records.map(({ end }) => end)
  if (ends.includes(undefined)) return undefined
  return ends.find((end) => end?.how !== 'completed') ?? ends[0]
}
