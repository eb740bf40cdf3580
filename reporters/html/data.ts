import { folded, timesOf } from '../../conformance/cause.ts'
import type { CheckResult } from '../../conformance/events.ts'
import { isBreach } from '../../conformance/outcome.ts'
import type { Finding } from '../../conformance/verdict.ts'
import { type ReportedCounterexample, replayCommand } from '../counterexample.ts'
import { verdictSentence } from '../prose.ts'
import type { RunRecord } from '../record.ts'
import type { Report, ReportedRequirement } from '../report.ts'
import { rerunCommand } from '../rerun.ts'
import { bySection } from '../sections.ts'
import { verdictWord } from '../verdict-word.ts'
import { type DeliveriesDrawing, deliveriesDrawing } from './deliveries.ts'
import { type DocumentDrawing, documentDrawings } from './documents.ts'
import { pageExchanges } from './exchanges.ts'
import { type LifecycleDrawing, lifecycleDrawing } from './lifecycle.ts'
import { type Packed, packWithin } from './pack.ts'
import type { EarlierRun } from './trend.ts'

export interface PageFinding extends Finding {
  readonly scenario: number
  readonly rerun: string
}

export interface PageRequirement
  extends Pick<
    ReportedRequirement,
    | 'id'
    | 'clause'
    | 'level'
    | 'title'
    | 'verdict'
    | 'readings'
    | 'reason'
    | 'key'
    | 'catches'
    | 'reproduction'
    | 'notReproduced'
  > {
  readonly section: string
  readonly rerun: string
  /** The findings of a failed or warned requirement, as many as people read. */
  readonly findings?: readonly PageFinding[]
  readonly moreFindings?: number
  /** The different observations, each one once. */
  readonly observed?: readonly string[]
  readonly checks: number
}

/** The data that the page holds unpacked. */
export interface PageData extends Omit<Report, 'requirements' | 'end' | 'counterexamples' | 'command'> {
  /** The verdict for people. */
  readonly word: string
  readonly sections: readonly { readonly number: string; readonly title: string }[]
  readonly requirements: readonly PageRequirement[]
  readonly scenarios: readonly { readonly id: string; readonly title: string; readonly exchanges: number }[]
  /** Each counterexample with the command that runs it again. */
  readonly counterexamples?: readonly (ReportedCounterexample & { readonly replay: string })[]
  readonly lifecycle?: LifecycleDrawing
  readonly documents?: readonly DocumentDrawing[]
  readonly deliveries?: DeliveriesDrawing
  /** Earlier runs of the same target; absent where none was found. */
  readonly earlier?: readonly EarlierRun[]
}

export interface ReportPage {
  readonly data: PageData
  /**
   * Data unpacked on request: `r0` the checks of the first requirement, `s0` the exchanges of the first
   * scenario.
   */
  readonly packed: readonly Packed[]
}

const MOST_FINDINGS = 20
/** In characters; leaves room for the rest of a page of 15 MB. */
const MOST_PACKED_EXCHANGES = 10_000_000
const MOST_PACKED_CHECKS = 2_500_000
/** Longest body in characters, from a page with few exchanges to one with very many. */
const bodyLengths = [16_384, 2048, 256, 0]

/** Makes all data of the page from the record of a run. */
export function reportPageOf(
  record: RunRecord,
  { requirements, end: _, command: __, counterexamples, ...report }: Report,
  earlier: readonly EarlierRun[] = [],
): ReportPage {
  const { started, scenarios } = record
  const places = new Map(scenarios.map(({ scenario }, index) => [scenario, index]))
  const checks = Map.groupBy(
    scenarios.flatMap((scenario) => scenario.checks),
    (check) => check.requirement,
  )
  const checksOf = (id: string) => checks.get(id) ?? []
  const { tables } = started
  const deliveries = deliveriesDrawing(record)
  const sections = bySection(requirements)
  const sectionOf = new Map(
    sections.flatMap(({ number, members }) => members.map((member) => [member.id, number] as const)),
  )
  const data: PageData = {
    ...report,
    word: verdictWord(report),
    sections: sections.map(({ number, title }) => ({ number, title })),
    requirements: requirements.map((requirement) => ({
      ...pageRequirement(requirement, checksOf(requirement.id), record, places),
      section: sectionOf.get(requirement.id) ?? '',
    })),
    scenarios: scenarios.map(({ scenario, title, exchanges }) => ({
      ...{ id: scenario, title },
      exchanges: exchanges.length,
    })),
    ...(tables === undefined
      ? {}
      : { lifecycle: lifecycleDrawing(record, tables), documents: documentDrawings(record, tables) }),
    ...(deliveries === undefined ? {} : { deliveries }),
    ...(earlier.length > 0 && { earlier }),
    ...(counterexamples === undefined
      ? {}
      : {
          counterexamples: counterexamples.map((one) => ({
            ...one,
            replay: replayCommand(started, one.file),
          })),
        }),
  }
  const packedChecks = packWithin([...requirements.entries()], MOST_PACKED_CHECKS, ([index]) => `r${index}`, [
    ([, { id }]) => pageChecks(checksOf(id), places),
  ])
  // Scenarios with breaches come first, so that they get the most room.
  const ordered = [...scenarios.entries()].toSorted(([, one], [, other]) => breaches(other) - breaches(one))
  const packedExchanges = packWithin(
    ordered,
    MOST_PACKED_EXCHANGES,
    ([index]) => `s${index}`,
    bodyLengths.map(
      (longest) =>
        ([, scenario]) =>
          pageExchanges(scenario, longest),
    ),
  )
  return { data, packed: [...packedChecks, ...packedExchanges] }
}

const breaches = ({ checks }: RunRecord['scenarios'][number]): number => checks.filter(isBreach).length

function pageRequirement(
  requirement: ReportedRequirement,
  checks: readonly CheckResult[],
  { started }: RunRecord,
  places: ReadonlyMap<string, number>,
): Omit<PageRequirement, 'section'> {
  const { id, clause, level, title, readings, verdict, reason, key, catches } = requirement
  const { reproduction, notReproduced } = requirement
  const found = checks.flatMap((check) =>
    check.verdict.kind === 'failed' && check.outcome === verdict
      ? check.verdict.findings.map((finding) => ({
          ...finding,
          scenario: places.get(check.scenario) ?? 0,
          rerun: rerunCommand(started, id, check),
        }))
      : [],
  )
  const findings = folded(found, Number.POSITIVE_INFINITY)
  const observed = [
    ...new Set(
      checks.flatMap((check) => (check.outcome === 'observed' ? verdictSentence(check.verdict) : [])),
    ),
  ]
  return {
    ...{ id, clause, level, title, verdict, reason },
    ...(readings === undefined ? {} : { readings }),
    ...(key === undefined ? {} : { key }),
    ...(catches === undefined ? {} : { catches }),
    ...(reproduction === undefined ? {} : { reproduction }),
    ...(notReproduced === undefined ? {} : { notReproduced }),
    rerun: rerunCommand(started, id),
    checks: checks.length,
    ...(findings.length === 0
      ? {}
      : {
          findings: findings.slice(0, MOST_FINDINGS),
          moreFindings: timesOf(findings.slice(MOST_FINDINGS)),
        }),
    ...(observed.length === 0 ? {} : { observed }),
  }
}

/** One check in its shortest form: scenario, outcome, sentence, milliseconds, name, ids of exchanges. */
export type PageCheck = readonly [
  scenario: number,
  outcome: string,
  sentence: string,
  ms: number,
  name: string,
  exchanges: readonly string[],
]

/** Every check of a requirement in a short form, since a large run has tens of thousands of checks. */
function pageChecks(
  checks: readonly CheckResult[],
  places: ReadonlyMap<string, number>,
): readonly PageCheck[] {
  return checks.map(({ name, scenario, outcome, verdict, durationMs, exchanges }) => [
    places.get(scenario) ?? 0,
    outcome,
    verdictSentence(verdict),
    Math.round(durationMs),
    name,
    exchanges,
  ])
}
