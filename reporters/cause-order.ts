import { timesOf } from '../conformance/cause.ts'
import type { CheckResult } from '../conformance/events.ts'
import type { Exchange } from '../conformance/exchange.ts'
import { onceFor } from '../conformance/once.ts'
import { isBreach } from '../conformance/outcome.ts'
import { withoutIdsAndTimes } from './alike.ts'
import type { RunRecord } from './record.ts'

/** How directly a requirement shows a cause. */
interface Directness {
  /**
   * The findings of its fullest check times the share of its checks that fail. One that mostly holds is about more than it shows here,
   * and a second check may find the same again.
   */
  readonly weight: number
  /** The fewest requests that change the quote before a breach of it shows. */
  readonly steps: number
}

/** Compares the ids of two requirements that share a cause: the one that shows it more directly comes first. */
export const leadsIn = onceFor(({ scenarios }: RunRecord): ((one: string, other: string) => number) => {
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
    return about === undefined ? 0 : changesBefore(sent, place).filter((one) => one.quoteId === about).length
  }
  const directnessOf = (id: string): Directness => {
    const judged = (checks.get(id) ?? []).filter(({ outcome }) => outcome !== 'not-exercised')
    const broken = judged.filter(isBreach)
    const findings = Math.max(
      ...broken.map(({ verdict }) => (verdict.kind === 'failed' ? timesOf(verdict.findings) : 0)),
    )
    return {
      weight: (findings * broken.length) / Math.max(judged.length, 1),
      steps: Math.min(...broken.map(stepsOf)),
    }
  }
  return (one, other) => {
    const [a, b] = [directnessOf(one), directnessOf(other)]
    return b.weight - a.weight || a.steps - b.steps
  }
})

/** The requests that changed the platform before. Deliveries to a receiver stand each for itself. */
const changesBefore = (sent: readonly Exchange[], place: number): readonly Exchange[] =>
  sent
    .slice(0, Math.max(place, 0))
    .filter(({ operation, request }) => request.method !== 'GET' && operation !== 'delivery')

/** The parts of a cause that decide its place. */
interface Placed {
  readonly verdict: 'failed' | 'warned'
  readonly requirements: readonly string[]
  readonly following?: readonly string[]
  readonly scenarios: readonly string[]
}

/** The knowledge about requirements that decides the place of their causes. */
interface Knowledge {
  /** Compares the ids of two requirements: the one that shows more directly comes first. */
  leads(one: string, other: string): number
  /** Ids of the requirements whose known mistakes break this one as a consequence. */
  explainedBy(requirement: string): readonly string[]
}

/** A cause with the exchange that is its example. */
export interface Exemplified<C> {
  readonly cause: C
  /** The requests in the scenario of the example. */
  readonly sent: readonly Exchange[]
  readonly shown: Exchange | undefined
  /** True where the example is something that did not come or happen. */
  readonly absence: boolean
  /** Ids of the exchanges and deliveries that show it. */
  readonly evidence: ReadonlySet<string>
}

/**
 * Puts causes in the order of a report. Failures come first. Something that was done comes before something that did not happen, which it
 * may have prevented. Then come causes that follow from no other one, those that no known mistake explains by another one, and those
 * that alone explain most.
 */
export function causesInOrder<C extends Placed>(
  all: readonly Exemplified<C>[],
  { leads, explainedBy }: Knowledge,
): readonly C[] {
  const failures = Map.groupBy(
    all.flatMap(({ cause: { scenarios, verdict } }) => scenarios.map((scenario) => `${verdict} ${scenario}`)),
    (place) => place,
  )
  const alone = ({ scenarios, verdict }: Placed): number =>
    scenarios.filter((scenario) => failures.get(`${verdict} ${scenario}`)?.length === 1).length
  const mayFollow = (one: Placed, other: Placed) =>
    one.requirements.every((id) => explainedBy(id).some((by) => other.requirements.includes(by)))
  const isConsequence = (one: Placed) =>
    all.some(({ cause: other }) => other !== one && mayFollow(one, other) && !mayFollow(other, one))
  const shown = all.map((one) => {
    const answer = one.shown && answerOf(one.shown)
    // The example need not be the first exchange that shows the answer.
    const first = one.sent.findIndex((sent) => one.evidence.has(sent.id) && answerOf(sent) === answer)
    return { ...one, answer, steps: changesBefore(one.sent, first).length }
  })
  const ranked = shown.map((one) => {
    // Nothing follows from what did not happen, except that more did not happen.
    const others = shown.filter((other) => other !== one && (one.absence || !other.absence))
    const isWithin = others.some((other) => explains(other, one, leads))
    // The same wrong answer after fewer steps shows that the further steps have nothing to do with it.
    const isRepeated = others.some(
      (other) =>
        one.answer !== undefined &&
        other.answer === one.answer &&
        other.steps < one.steps &&
        !explains(one, other, leads),
    )
    return { ...one, follows: isWithin || isRepeated, alone: alone(one.cause) }
  })
  return ranked
    .toSorted(
      (one, other) =>
        rankOf(one.cause) - rankOf(other.cause) ||
        Number(one.absence) - Number(other.absence) ||
        Number(one.follows) - Number(other.follows) ||
        Number(isConsequence(one.cause)) - Number(isConsequence(other.cause)) ||
        other.alone - one.alone ||
        sizeOf(other.cause) - sizeOf(one.cause) ||
        leads(leadOf(one.cause), leadOf(other.cause)),
    )
    .map(({ cause }) => cause)
}

/** Says whether one cause shows wherever another one does, and in more places or more directly. */
function explains<C extends Placed>(
  one: Exemplified<C>,
  other: Exemplified<C>,
  leads: (one: string, other: string) => number,
): boolean {
  if (rankOf(one.cause) > rankOf(other.cause) || other.evidence.size === 0) return false
  if (!other.evidence.isSubsetOf(one.evidence)) return false
  if (one.evidence.size > other.evidence.size) return true
  return leads(leadOf(one.cause), leadOf(other.cause)) < 0
}

const leadOf = ({ requirements: [first = ''] }: Placed): string => first

/** An answer without what differs from one to the next. */
const answerOf = ({ operation, answer }: Exchange): string | undefined =>
  answer && `${operation} ${answer.status} ${withoutIdsAndTimes(answer.body.text ?? '')}`

const rankOf = ({ verdict }: Placed): number => (verdict === 'failed' ? 0 : 1)
const sizeOf = ({ requirements, following = [] }: Placed): number => requirements.length + following.length
