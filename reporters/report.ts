import { coverOf } from '../conformance/cover.ts'
import type { PlannedRequirement, RunEnd } from '../conformance/events.ts'
import type { Outcome } from '../conformance/outcome.ts'
import type { TargetFacts } from '../conformance/ports/target.ts'
import type { Level, Side } from '../conformance/requirement.ts'
import type { Measured } from '../conformance/verdict.ts'
import { causesIn, type ReportedCause } from './causes.ts'
import { type Conformance, conclude, type Summary } from './conclusion.ts'
import { counterexamplesOf, type ReportedCounterexample } from './counterexample.ts'
import { coverageOf, type ReportedCoverage } from './coverage.ts'
import { withDerived } from './derived.ts'
import { sharedDurations } from './durations.ts'
import { type Evidence, evidenceOf, extents } from './evidence.ts'
import { type JudgedExtent, judgedIn } from './extent.ts'
import { verdictSentence } from './prose.ts'
import { isCutOff, verdictReason } from './reason.ts'
import type { RunRecord } from './record.ts'
import { reproductionsOf } from './reproduction/index.ts'
import { type Required, requiredIn, requiredText } from './required.ts'

interface ReportedCheck {
  readonly name: string
  readonly verdict: Outcome
  readonly message: string
  /** True where it was cut off although the profile offers everything that it needs. */
  readonly cutOff?: true
  /** The time that it judged, or could not judge, with what is allowed; absent where it judges no time, or that was outside. */
  readonly measured?: Measured
  /** Its share of its scenario's time. */
  readonly durationMs: number
  readonly evidence: readonly Evidence[]
}

export interface ReportedRequirement {
  readonly id: string
  readonly clause: string
  readonly level: Level
  readonly title: string
  /** The readings that settle it: `R9`. */
  readonly readings?: readonly string[]
  /** The side that it is about, where several are judged. */
  readonly side?: Side
  /** Ids of the requirements from whose outcomes its own follows. */
  readonly judgedBy?: readonly string[]
  readonly verdict: Outcome
  readonly reason: string
  /** For a requirement that was not exercised: the profile key that would change that. */
  readonly key?: string
  /** True where it was not exercised although the profile offers everything that it needs. */
  readonly cutOff?: true
  /** Known mistakes of teams that it catches, one sentence each; absent where none is known. */
  readonly catches?: readonly string[]
  /** Script that reproduces the breach, as a path below the folder of the run; absent where there is none. */
  readonly reproduction?: string
  /** Why no script reproduces the breach; absent where one does. */
  readonly notReproduced?: string
  readonly checks: readonly ReportedCheck[]
}

/** `report.json`. */
export interface Report {
  readonly suite: { readonly name: string; readonly version: string }
  readonly kind: Side
  readonly verdict: Conformance
  /** The reason for the verdict. */
  readonly reason: string
  readonly target: TargetFacts
  readonly seed: number
  readonly startedAt: string
  readonly finishedAt: string
  /** True where a selection or a shard left requirements out. */
  readonly filtered: boolean
  /** True where traffic of others was judged. Its verdict is never `conformant`. */
  readonly recorded?: true
  /** True for a shard that was assigned no scenario: it judged nothing, and the merged run decides. */
  readonly emptyShard?: true
  /** Version of the suite that drove the target, where a later version judged the recorded evidence. */
  readonly recordedBy?: string
  /** Requirements whose failures the user accepted in advance. With any of them a run proves less. */
  readonly waived?: readonly string[]
  /** How the run ended; absent where it was killed. */
  readonly end?: RunEnd
  readonly summary: Summary
  /** How much of what is in force was judged. */
  readonly judged: JudgedExtent
  /** The requirements that had to be exercised; absent where the run named none. */
  readonly required?: Required
  readonly requirements: readonly ReportedRequirement[]
  /** Failures and warnings, grouped by cause; absent where there are none. */
  readonly causes?: readonly ReportedCause[]
  /** The smallest generated cases that show a breach; absent where there are none. */
  readonly counterexamples?: readonly ReportedCounterexample[]
  /** Combinations of circumstances that occurred, for each scenario that covers them; absent where none does. */
  readonly coverage?: readonly ReportedCoverage[]
  /** The command line that started the run, where the front gave it. */
  readonly command?: readonly string[]
}

/** Makes the report of a run from its events alone. */
export function makeReport(record: RunRecord): Report {
  const { started, end, finishedAt } = record
  // Sorted, because scenarios end in any order but the report must not depend on it.
  const inOrder = record.scenarios.toSorted((one, other) => (one.scenario < other.scenario ? -1 : 1))
  const checks = Map.groupBy(
    inOrder.flatMap((scenario) => scenario.checks),
    (check) => check.requirement,
  )
  const scenarios = new Map(record.scenarios.map((scenario) => [scenario.scenario, scenario]))
  const durationOf = sharedDurations(inOrder)
  const direct = started.requirements.map((planned): ReportedRequirement => {
    const own = checks.get(planned.id) ?? []
    const { id, clause, level, title, readings, side, catches } = planned
    const judgedBy = citing(planned)
    const summarised = verdictReason(planned, own, record)
    const extent = extents(own, summarised.verdict)
    return {
      ...{ id, clause, level, title },
      ...(readings === undefined ? {} : { readings }),
      ...(side === undefined ? {} : { side }),
      ...(judgedBy === undefined ? {} : { judgedBy }),
      ...summarised,
      ...(summarised.verdict === 'not-exercised' && own.some(isCutOff) ? { cutOff: true as const } : {}),
      ...(catches === undefined ? {} : { catches }),
      ...reproductionIn(record, planned.id),
      checks: own.map((check, place) => ({
        name: check.name,
        verdict: check.outcome,
        message: verdictSentence(check.verdict),
        ...(isCutOff(check) ? { cutOff: true as const } : {}),
        ...('measured' in check.verdict && { measured: check.verdict.measured }),
        durationMs: durationOf(check),
        evidence: evidenceOf(
          check,
          scenarios.get(check.scenario) ?? { exchanges: [], arrivals: [] },
          started,
          extent[place],
        ),
      })),
    }
  })
  const requirements = withDerived(direct)
  const causes = causesIn(record, requirements)
  const summary = tally(requirements)
  const counterexamples = counterexamplesOf(record)
  const coverage = coverageOf(record)
  const judged = judgedIn(started, requirements)
  const required = requiredIn(started, requirements)
  const emptyShard = started.shard !== undefined && started.scenarios === 0
  return {
    suite: started.suite,
    kind: started.kind,
    ...conclude(summary, end, {
      causes: causes.filter(({ verdict }) => verdict === 'failed').length,
      // A record can never be a breach, so that its absence leaves nothing undecided.
      cutOff: requirements.filter(({ cutOff, level }) => cutOff === true && level !== 'observe').length,
      isPart: started.filtered,
      isRecorded: started.recorded === true,
      sessionsLeft: sessionsLeftIn(record, requirements).length,
      judged,
      missing: requiredText(required),
      emptyShard,
      onlyRecords: started.requirements.every(
        ({ level, reason }) => level === 'observe' || reason !== undefined,
      ),
    }),
    target: started.target,
    seed: started.seed,
    startedAt: started.at,
    finishedAt,
    filtered: started.filtered,
    ...(started.recorded && { recorded: true as const }),
    ...(emptyShard && { emptyShard }),
    ...(started.recordedBy === undefined ? {} : { recordedBy: started.recordedBy }),
    ...(started.known === undefined ? {} : { waived: started.known }),
    ...(end === undefined ? {} : { end }),
    summary,
    judged,
    ...(required !== undefined && { required }),
    requirements,
    ...(causes.length > 0 && { causes }),
    ...(counterexamples.length > 0 && { counterexamples }),
    ...(coverage.length > 0 && { coverage }),
    ...(started.command !== undefined && { command: started.command }),
  }
}

/** Scenarios that nobody drove, and that are enough to exercise each `must` that nothing else did: a certificate needs them. */
function sessionsLeftIn(
  { scenarios }: RunRecord,
  requirements: readonly ReportedRequirement[],
): readonly string[] {
  const open = new Set(
    requirements
      .filter(({ level, verdict }) => level === 'must' && verdict === 'not-exercised')
      .map(({ id }) => id),
  )
  const unplayed = scenarios.filter(({ checks }) =>
    checks.some(
      ({ requirement, verdict }) =>
        verdict.kind === 'cannot-tell' && verdict.unplayed === true && open.has(requirement),
    ),
  )
  const offers = unplayed.map(
    ({ scenario, checks }) => [scenario, checks.map(({ requirement }) => requirement)] as const,
  )
  return coverOf(open, new Map(offers))
}

/**
 * The requirements whose outcomes it takes. One that this run cannot judge for its own reason, such as the version, takes none.
 */
const citing = ({ reason, judgedBy }: PlannedRequirement): readonly string[] | undefined =>
  reason === undefined ? judgedBy : undefined

/**
 * The exit code: 0 conformant, 1 non-conformant or short of what was required, 3 incomplete. A recording without a breach is 0, as far
 * as anything of it could be judged.
 */
export function exitCodeOf({
  verdict,
  required,
  recorded,
  judged,
}: Pick<Report, 'verdict' | 'required' | 'recorded' | 'judged'>): 0 | 1 | 3 {
  if (recorded && verdict === 'incomplete') return judged.count === 0 ? 3 : 0
  if (verdict === 'incomplete') return 3
  return verdict === 'conformant' && (required?.notExercised ?? []).length === 0 ? 0 : 1
}

function reproductionIn(
  record: RunRecord,
  id: string,
): Pick<ReportedRequirement, 'reproduction' | 'notReproduced'> {
  const found = reproductionsOf(record).get(id)
  if (found === undefined) return {}
  return 'why' in found ? { notReproduced: found.why } : { reproduction: found.file }
}

function tally(requirements: readonly ReportedRequirement[]): Summary {
  const of = (outcome: Outcome) => requirements.filter(({ verdict }) => verdict === outcome).length
  return {
    passed: of('passed'),
    failed: of('failed'),
    warned: of('warned'),
    observed: of('observed'),
    notExercised: of('not-exercised'),
  }
}
