import { timesOf } from '../conformance/cause.ts'
import type { CheckResult } from '../conformance/events.ts'
import type { ReportedCause } from './causes.ts'
import type { RunRecord } from './record.ts'

/** How directly a requirement shows a cause. */
interface Directness {
  /** The number of scenarios in which it fails. */
  readonly scenarios: number
  /** The number of its findings. */
  readonly findings: number
  /** The fewest requests that change the quote before a breach of it shows. */
  readonly steps: number
}

/** Compares the ids of two requirements that share a cause: the one that shows it more directly comes first. */
export function leadsIn({ scenarios }: RunRecord): (one: string, other: string) => number {
  const exchanges = new Map(scenarios.map((one) => [one.scenario, one.exchanges]))
  const checks = Map.groupBy(
    scenarios.flatMap((one) => one.checks),
    ({ requirement }) => requirement,
  )
  const stepsOf = ({ scenario, verdict }: CheckResult): number => {
    if (verdict.kind !== 'failed') return Number.POSITIVE_INFINITY
    const shown = new Set(verdict.findings.map(({ exchange }) => exchange))
    const sent = exchanges.get(scenario) ?? []
    const place = sent.findIndex(({ id }) => shown.has(id))
    const about = sent[place]?.quoteId
    if (about === undefined) return 0
    const before = sent.slice(0, Math.max(place, 0))
    return before.filter(({ quoteId, request }) => quoteId === about && request.method !== 'GET').length
  }
  const directnessOf = (id: string): Directness => {
    const broken = (checks.get(id) ?? []).filter(
      ({ outcome }) => outcome === 'failed' || outcome === 'warned',
    )
    return {
      findings: timesOf(broken.flatMap(({ verdict }) => (verdict.kind === 'failed' ? verdict.findings : []))),
      steps: Math.min(...broken.map(stepsOf)),
      scenarios: new Set(broken.map(({ scenario }) => scenario)).size,
    }
  }
  return (one, other) => {
    const [a, b] = [directnessOf(one), directnessOf(other)]
    return b.scenarios - a.scenarios || b.findings - a.findings || a.steps - b.steps
  }
}

/** Puts causes in the order of a report: first failures, then those that alone explain the most, then the largest. */
export function inOrder(causes: readonly ReportedCause[]): readonly ReportedCause[] {
  const failures = Map.groupBy(
    causes.flatMap(({ scenarios, verdict }) => scenarios.map((scenario) => `${verdict} ${scenario}`)),
    (place) => place,
  )
  const alone = ({ scenarios, verdict }: ReportedCause): number =>
    scenarios.filter((scenario) => failures.get(`${verdict} ${scenario}`)?.length === 1).length
  return causes.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || alone(other) - alone(one) || sizeOf(other) - sizeOf(one),
  )
}

const rankOf = ({ verdict }: ReportedCause): number => (verdict === 'failed' ? 0 : 1)
const sizeOf = ({ requirements, following = [] }: ReportedCause): number =>
  requirements.length + following.length
