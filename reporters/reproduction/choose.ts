import type { CheckResult, PlannedRequirement } from '../../conformance/events.ts'
import type { Exchange } from '../../conformance/exchange.ts'
import type { Finding } from '../../conformance/verdict.ts'
import type { RunRecord } from '../record.ts'
import { rerunCommand } from '../rerun.ts'
import { type Chain, chainOf, type NotReproducible } from './chain.ts'
import { indexOf } from './evidence-index.ts'
import { type Test, testOf } from './test.ts'

/** A breach that can be reproduced by sending requests again. */
export interface ReproducibleBreach {
  readonly record: RunRecord
  readonly requirement: PlannedRequirement
  readonly scenario: string
  readonly finding: Finding
  readonly shown: Exchange
  readonly test: Test
  readonly chain: Chain
  readonly rerun: string
}

/** Findings of one requirement are much alike, and one script is enough. */
const MOST_TRIED = 8

/**
 * The breaches of a requirement that a script may reproduce, the earliest in their scenario first; or the reason why there is
 * none.
 */
export function* breachesOf(
  record: RunRecord,
  requirement: PlannedRequirement,
  checks: readonly CheckResult[],
): Generator<ReproducibleBreach | NotReproducible> {
  const scenarios = new Map(record.scenarios.map((one) => [one.scenario, one]))
  const found = checks.flatMap(({ verdict, scenario }) => {
    if (verdict.kind !== 'failed') return []
    const places = indexOf(scenarios.get(scenario)?.exchanges ?? []).places
    return verdict.findings.map((finding) => ({
      finding,
      scenario,
      place: places.get(finding.exchange ?? '') ?? Number.POSITIVE_INFINITY,
    }))
  })
  const early = found.toSorted((one, other) => one.place - other.place).slice(0, MOST_TRIED)
  for (const { finding, scenario, place } of early) {
    const finished = scenarios.get(scenario)
    const shown = finished?.exchanges[place]
    if (finished === undefined || shown === undefined) yield { why: elsewhere(finding) }
    else yield breachOf(record, requirement, finished, shown, finding)
  }
}

function breachOf(
  record: RunRecord,
  requirement: PlannedRequirement,
  finished: RunRecord['scenarios'][number],
  shown: Exchange,
  finding: Finding,
): ReproducibleBreach | NotReproducible {
  const { scenario } = finished
  if (shown.operation === 'operator') return { why: 'it is about the answer to an operator action' }
  const test = testOf(finding, shown)
  if (test === undefined) return { why: 'no single answer shows it' }
  const chain = chainOf(record, finished, shown, finding)
  if ('why' in chain) return chain
  if (finding.sameAs !== undefined && !chain.steps.some(({ isStandard }) => isStandard))
    return { why: 'the evidence no longer has the value to compare with' }
  const rerun = rerunCommand(record.started, requirement.id, { scenario })
  return { record, requirement, scenario, finding, shown, test, chain, rerun }
}

function elsewhere({ arrival, exchange }: Finding): string {
  if (arrival !== undefined) return 'it is about deliveries'
  return exchange === undefined
    ? 'it is about more than one request'
    : 'its request is no longer in the evidence'
}
