import { causeKey, causeOf, timesOf } from '../conformance/cause.ts'
import type { CheckResult } from '../conformance/events.ts'
import type { Outcome } from '../conformance/outcome.ts'
import type { Finding } from '../conformance/verdict.ts'
import { distinctObservations } from './alike.ts'
import { causeId } from './cause-id.ts'
import { causesInOrder, type Exemplified, leadsIn } from './cause-order.ts'
import { curlLine } from './curl.ts'
import { shorten } from './printable.ts'
import type { RunRecord } from './record.ts'
import { rerunCommand } from './rerun.ts'

/** One cause of failures or of warnings, with all requirements that it breaks. */
export interface ReportedCause {
  /** Its name in a baseline. */
  readonly id: string
  readonly verdict: 'failed' | 'warned'
  /** Ids of the requirements that have claims of their own. */
  readonly requirements: readonly string[]
  /** Ids of requirements whose outcome follows from those. */
  readonly following?: readonly string[]
  readonly expected: string
  /** The first few different observations. */
  readonly observed: readonly string[]
  /** The number of different observations. */
  readonly differing: number
  /** The kind of place, where there is a word for it. */
  readonly place?: string
  /** The first few places: JSON Pointers, headers. */
  readonly at: readonly string[]
  /** The first few conditions under which it showed, where its findings name them. */
  readonly under?: readonly string[]
  /** The first few findings of these requirements that have another cause. */
  readonly odd?: readonly Finding[]
  readonly remedies?: readonly string[]
  /** The number of findings. */
  readonly times: number
  /** Scenarios that show it; the first one is that of the example. */
  readonly scenarios: readonly string[]
  /** The request that shows it, as a shell command. */
  readonly curl?: string
  /** The command that judges the example again. */
  readonly rerun: string
  /** Script that reproduces it, as a path below the folder of the run. */
  readonly reproduction?: string
  /** Why no script reproduces it. */
  readonly notReproduced?: string
}

/** The parts of a reported requirement from which its causes are found. */
interface Broken {
  readonly id: string
  readonly verdict: Outcome
  readonly judgedBy?: readonly string[]
  readonly reproduction?: string
  readonly notReproduced?: string
}

interface Seen {
  readonly check: CheckResult
  readonly finding: Finding
}

const MOST_OBSERVED = 6
const MOST_PLACES = 60
const MOST_ODD = 6
const LONGEST = 400

/**
 * Groups failed and warned requirements by cause: the cause that most of their findings share. Failures come first, then causes
 * that name known mistakes, then those that alone explain the most scenarios, then those with the most requirements. The first requirement of a cause names it.
 */
export function causesIn(record: RunRecord, requirements: readonly Broken[]): readonly ReportedCause[] {
  const seen = findingsOf(record)
  const leads = leadsIn(record)
  const broken = requirements.flatMap((requirement) => {
    const { id, verdict } = requirement
    if (verdict !== 'failed' && verdict !== 'warned') return []
    const own = seen.get(id)?.filter(({ check }) => check.outcome === verdict) ?? []
    return own.length === 0 ? [] : [{ requirement, verdict, own, key: `${verdict} ${commonest(own)}` }]
  })
  const isGenerated = generatedScenarios(record)
  const found = [...Map.groupBy(broken, ({ key }) => key).values()].flatMap(
    (unordered): readonly Exemplified<ReportedCause>[] => {
      const group = unordered.toSorted((one, other) => leads(one.requirement.id, other.requirement.id))
      const [first] = group
      if (first === undefined) return []
      const all = group.flatMap(({ own }) => own)
      const key = commonest(first.own)
      const ids = group.map(({ requirement }) => requirement.id)
      const lead = first.own.find(({ finding }) => causeKey(finding) === key)
      const same = lead === undefined ? [] : all.filter(({ finding }) => isAlike(finding, lead.finding))
      const example = exampleOf(
        same.filter(({ check }) => check.requirement === ids[0]),
        isGenerated,
      )
      if (example === undefined) return []
      const cause = causeFrom({ record, requirements, ids, verdict: first.verdict, all, same, example })
      const sent = record.scenarios.find((one) => one.scenario === example.check.scenario)?.exchanges ?? []
      return [
        {
          ...{ cause, sent, shown: sent.find(({ id }) => id === example.finding.exchange) },
          absence: example.finding.absence === true,
          evidence: new Set(all.flatMap(({ finding }) => finding.exchange ?? finding.arrival ?? [])),
        },
      ]
    },
  )
  const explained = new Map(record.started.requirements.map(({ id, explainedBy = [] }) => [id, explainedBy]))
  return causesInOrder(found, { leads, explainedBy: (id) => explained.get(id) ?? [] })
}

function findingsOf({ scenarios }: RunRecord): ReadonlyMap<string, readonly Seen[]> {
  // Sorted, because scenarios end in any order but the report must not depend on it.
  const inOrder = scenarios.toSorted((one, other) => (one.scenario < other.scenario ? -1 : 1))
  const seen = inOrder.flatMap(({ checks }) =>
    checks.flatMap((check) =>
      check.verdict.kind === 'failed'
        ? orNameless(check.verdict.findings).map((finding) => ({ check, finding }))
        : [],
    ),
  )
  return Map.groupBy(seen, ({ check }) => check.requirement)
}

/**
 * True where two findings have the same cause. If no kind of observation is given, different values at the same place are the
 * same cause.
 */
function isAlike(one: Finding, other: Finding): boolean {
  const [mine, theirs] = [causeOf(one), causeOf(other)]
  if (mine.expected !== theirs.expected || mine.place !== theirs.place) return false
  return one.cause?.observed === other.cause?.observed
}

/** A breach without findings counts as one finding. */
const orNameless = (findings: readonly Finding[]): readonly Finding[] =>
  findings.length > 0 ? findings : [{ expected: 'no breach', observed: 'a breach without a finding' }]

function commonest(own: readonly Seen[]): string {
  const groups = Map.groupBy(own, ({ finding }) => causeKey(finding))
  const sizes = [...groups].map(([key, group]) => [key, countOf(group)] as const)
  return sizes.reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0] as const)[0]
}

const countOf = (seen: readonly Seen[]): number => timesOf(seen.map(({ finding }) => finding))

/** Finds scenarios with generated cases, which the report shows by their counterexamples. */
function generatedScenarios({ scenarios }: RunRecord): (scenario: string) => boolean {
  const generated = new Set(
    scenarios.flatMap(({ scenario, counterexamples = [] }) => (counterexamples.length > 0 ? [scenario] : [])),
  )
  return (scenario) => generated.has(scenario)
}

/** Prefers a claim of a fixed scenario as the example: it tells more than a standing claim or a generated case. */
function exampleOf(seen: readonly Seen[], isGenerated: (scenario: string) => boolean): Seen | undefined {
  const worth = ({ check, finding }: Seen) =>
    (check.standing === true ? 2 : 0) + (isGenerated(check.scenario) ? 4 : 0) + (hasEvidence(finding) ? 0 : 1)
  return seen.toSorted((one, other) => worth(one) - worth(other))[0]
}

const hasEvidence = ({ exchange, arrival }: Finding): boolean =>
  exchange !== undefined || arrival !== undefined

interface Group {
  readonly record: RunRecord
  readonly requirements: readonly Broken[]
  readonly ids: readonly string[]
  readonly verdict: 'failed' | 'warned'
  readonly all: readonly Seen[]
  readonly same: readonly Seen[]
  readonly example: Seen
}

function causeFrom({ record, requirements, ids, verdict, all, same, example }: Group): ReportedCause {
  const own = new Set(ids)
  const { expected } = causeOf(example.finding)
  const place = example.finding.cause?.place
  const observed = distinctObservations(same.map(({ finding }) => finding)).map((text) =>
    shorten(text, LONGEST),
  )
  const at = distinct(same.flatMap(({ finding }) => finding.at ?? []))
  const under = distinct([example, ...same].flatMap(({ finding }) => finding.under ?? []))
  const odd = distinctOdd(all.filter((one) => !same.includes(one)).map(({ finding }) => finding))
  // Advice on another kind of finding, or on a requirement that follows, would lead astray.
  const remedies = example.finding.remedy === undefined ? [] : [example.finding.remedy]
  const shown = [example, ...all].map(({ check }) => check.scenario)
  const following = requirements
    .filter((one) => one.verdict === verdict && one.judgedBy?.some((id) => own.has(id)) === true)
    .map(({ id }) => id)
  const { reproduction, notReproduced } = scriptFor(requirements, ids)
  const curl = record.started.recorded ? undefined : curlOf(record, example, reproduction !== undefined)
  return {
    id: causeId(example.finding),
    verdict,
    requirements: ids,
    ...(following.length > 0 && { following }),
    // For a single statement the text of the finding tells more than that of its cause.
    expected: shorten(ids.length === 1 && same.length === 1 ? example.finding.expected : expected, LONGEST),
    observed: observed.slice(0, MOST_OBSERVED),
    differing: observed.length,
    ...(place !== undefined && { place }),
    at: at.slice(0, MOST_PLACES),
    ...(under.length > 0 && { under: under.slice(0, MOST_PLACES) }),
    ...(odd.length > 0 && { odd }),
    ...(remedies.length > 0 && { remedies }),
    times: countOf(all),
    scenarios: distinct(shown),
    ...(curl !== undefined && { curl }),
    rerun: rerunCommand(record.started, example.check.requirement, example.check),
    ...(reproduction !== undefined && { reproduction }),
    ...(notReproduced !== undefined && { notReproduced }),
  }
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)]

function distinctOdd(findings: readonly Finding[]): readonly Finding[] {
  const groups = Map.groupBy(findings, causeKey)
  return [...groups.values()].flatMap((group) => group.slice(0, 1)).slice(0, MOST_ODD)
}

/** The script of the first requirement that has one, else the reason why there is none. */
function scriptFor(
  requirements: readonly Broken[],
  ids: readonly string[],
): Pick<Broken, 'reproduction' | 'notReproduced'> {
  const mine = ids.flatMap((id) => requirements.find((one) => one.id === id) ?? [])
  return (
    mine.find(({ reproduction }) => reproduction !== undefined) ??
    mine.find(({ notReproduced }) => notReproduced !== undefined) ??
    {}
  )
}

/** @param hasScript true where a script makes its own quote; the curl line needs the quote of the finished run */
function curlOf({ scenarios }: RunRecord, { check, finding }: Seen, hasScript: boolean): string | undefined {
  const scenario = scenarios.find((one) => one.scenario === check.scenario)
  const exchange = scenario?.exchanges.find(({ id }) => id === finding.exchange)
  if (exchange === undefined || (hasScript && exchange.quoteId !== undefined)) return undefined
  return curlLine(exchange)
}
