import type { PlannedRequirement, RunEnd } from '../conformance/events.ts'
import type { Outcome } from '../conformance/outcome.ts'
import type { TargetFacts } from '../conformance/ports/target.ts'
import type { Level, Side } from '../conformance/requirement.ts'
import { causesIn, type ReportedCause } from './causes.ts'
import { counterexamplesOf, type ReportedCounterexample } from './counterexample.ts'
import { withDerived } from './derived.ts'
import { sharedDurations } from './durations.ts'
import { type Evidence, evidenceOf, extents } from './evidence.ts'
import { count, endSentence, verdictSentence } from './prose.ts'
import { isCutOff, reasonOf } from './reason.ts'
import type { RunRecord } from './record.ts'
import { reproductionsOf } from './reproduction/index.ts'

/** The result of a whole run. */
export type Conformance = 'conformant' | 'non-conformant' | 'incomplete'

interface ReportedCheck {
  readonly name: string
  readonly verdict: Outcome
  readonly message: string
  /** Its share of the time of its scenario. */
  readonly durationMs: number
  readonly evidence: readonly Evidence[]
}

export interface ReportedRequirement {
  readonly id: string
  readonly clause: string
  readonly level: Level
  readonly title: string
  /** Marks of the readings that settle it: `R9`. */
  readonly readings?: readonly string[]
  /** Ids of the requirements whose outcomes together are its own. */
  readonly judgedBy?: readonly string[]
  readonly verdict: Outcome
  readonly reason: string
  /** For what was not exercised: the profile key that would change that. */
  readonly key?: string
  /** True where the judging was cut off although the profile offers everything. */
  readonly cutOff?: true
  /** Known mistakes of teams that it catches, a sentence each; absent where nothing is known. */
  readonly catches?: readonly string[]
  /** Script that shows the breach by itself, as a path below the folder of the run; absent where there is none. */
  readonly reproduction?: string
  /** Why no script shows the breach, for one that has none. */
  readonly notReproduced?: string
  readonly checks: readonly ReportedCheck[]
}

/** `report.json`. */
export interface Report {
  readonly suite: { readonly name: string; readonly version: string }
  readonly kind: Side
  readonly verdict: Conformance
  /** Why the verdict is what it is. */
  readonly reason: string
  readonly target: TargetFacts
  readonly seed: number
  readonly startedAt: string
  readonly finishedAt: string
  /** True where a selection or a shard left something out. */
  readonly filtered: boolean
  /** Version of the suite that drove the target, where a later one judged what it recorded. */
  readonly recordedBy?: string
  /** Requirements whose failure was to be borne; a run that bears any proves less. */
  readonly waived?: readonly string[]
  /** How the run ended; absent where it was killed. */
  readonly end?: RunEnd
  readonly summary: Summary
  readonly requirements: readonly ReportedRequirement[]
  /** Failures and warnings, grouped by cause; absent where there are none. */
  readonly causes?: readonly ReportedCause[]
  /** The smallest generated cases that show a breach; absent where there are none. */
  readonly counterexamples?: readonly ReportedCounterexample[]
  /** The words of the command line that began the run, where the front gave them. */
  readonly command?: readonly string[]
}

type Summary = Readonly<Record<'passed' | 'failed' | 'warned' | 'observed' | 'notExercised', number>>

/** Makes the report of a run from its events alone. */
export function makeReport(record: RunRecord): Report {
  const { started, end, finishedAt } = record
  // Scenarios end in whatever order; a report is the same all the same.
  const inOrder = record.scenarios.toSorted((one, other) => (one.scenario < other.scenario ? -1 : 1))
  const checks = Map.groupBy(
    inOrder.flatMap((scenario) => scenario.checks),
    (check) => check.requirement,
  )
  const scenarios = new Map(record.scenarios.map((scenario) => [scenario.scenario, scenario]))
  const durationOf = sharedDurations(inOrder)
  const direct = started.requirements.map((planned): ReportedRequirement => {
    const own = checks.get(planned.id) ?? []
    const { id, clause, level, title, readings, catches } = planned
    const judgedBy = citing(planned)
    const summarised = reasonOf(planned, own, record)
    const extent = extents(own, summarised.verdict)
    return {
      ...{ id, clause, level, title },
      ...(readings === undefined ? {} : { readings }),
      ...(judgedBy === undefined ? {} : { judgedBy }),
      ...summarised,
      ...(own.some(isCutOff) ? { cutOff: true as const } : {}),
      ...(catches === undefined ? {} : { catches }),
      ...reproductionIn(record, planned.id),
      checks: own.map((check, place) => ({
        name: check.name,
        verdict: check.outcome,
        message: verdictSentence(check.verdict),
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
  return {
    suite: started.suite,
    kind: started.kind,
    ...decide(summary, end, {
      causes: causes.filter(({ verdict }) => verdict === 'failed').length,
      cutOff: requirements.filter(({ cutOff }) => cutOff === true).length,
      isPart: started.filtered,
      emptyShard: started.shard !== undefined && started.scenarios === 0,
      onlyRecords: started.requirements.every(
        ({ level, reason }) => level === 'observe' || reason !== undefined,
      ),
    }),
    target: started.target,
    seed: started.seed,
    startedAt: started.at,
    finishedAt,
    filtered: started.filtered,
    ...(started.recordedBy === undefined ? {} : { recordedBy: started.recordedBy }),
    ...(started.known === undefined ? {} : { waived: started.known }),
    ...(end === undefined ? {} : { end }),
    summary,
    requirements,
    ...(causes.length > 0 && { causes }),
    ...(counterexamples.length > 0 && { counterexamples }),
    ...(started.command !== undefined && { command: started.command }),
  }
}

/** One that this run cannot judge for a reason of its own, such as the version, takes nobody's outcome. */
const citing = ({ reason, judgedBy }: PlannedRequirement): readonly string[] | undefined =>
  reason === undefined ? judgedBy : undefined

/** 0 conformant, 1 non-conformant, 3 incomplete. */
export function exitCodeOf({ verdict }: Pick<Report, 'verdict'>): 0 | 1 | 3 {
  return verdict === 'conformant' ? 0 : verdict === 'non-conformant' ? 1 : 3
}

interface Weighed {
  /** How many causes the failures have. */
  readonly causes: number
  /** How many requirements were cut off. */
  readonly cutOff: number
  /** True where a selection or a shard left something out. */
  readonly isPart: boolean
  /** True for a part of a run that nothing was dealt out to: the merge decides. */
  readonly emptyShard: boolean
  /** True where nothing was selected that a target can break. */
  readonly onlyRecords: boolean
}

/** An interruption outweighs everything: whoever stopped a run has not seen its verdict. So does a fault of the suite. Then a breach is a breach. */
function decide(
  summary: Summary,
  end: RunEnd | undefined,
  facts: Weighed,
): Pick<Report, 'verdict' | 'reason'> {
  if (end === undefined || end.how === 'interrupted')
    return { verdict: 'incomplete', reason: endSentence(end) }
  // A verdict of a broken judge on a target cannot be relied on.
  if (end.how === 'broken' && end.cause === 'suite')
    return { verdict: 'incomplete', reason: endSentence(end) }
  const left = notExercised(summary, facts.isPart)
  if (summary.failed > 0) {
    const by = facts.causes > 0 ? ` by ${count(facts.causes, 'cause')}` : ''
    return { verdict: 'non-conformant', reason: `${count(summary.failed, 'requirement')} failed${by}${left}` }
  }
  if (end.how !== 'completed') return { verdict: 'incomplete', reason: endSentence(end) }
  if (facts.cutOff > 0)
    return {
      verdict: 'incomplete',
      reason: `the judging of ${count(facts.cutOff, 'requirement')} was cut off${left}`,
    }
  if (facts.emptyShard) return { verdict: 'conformant', reason: 'nothing that was selected is in this shard' }
  if (facts.onlyRecords && summary.observed > 0)
    return {
      verdict: 'conformant',
      reason: `${count(summary.observed, 'requirement')} recorded: nothing that was selected can fail${left}`,
    }
  if (summary.passed === 0)
    return { verdict: 'incomplete', reason: 'nothing passed: a run that judges nothing is no success' }
  return {
    verdict: 'conformant',
    reason: `${count(summary.passed, 'requirement')} passed and none failed${left}`,
  }
}

function reproductionIn(
  record: RunRecord,
  id: string,
): Pick<ReportedRequirement, 'reproduction' | 'notReproduced'> {
  const found = reproductionsOf(record).get(id)
  if (found === undefined) return {}
  return 'why' in found ? { notReproduced: found.why } : { reproduction: found.file }
}

/** Not exercised is never passed, so the reason of a verdict says how much of it there is. */
function notExercised({ notExercised: left, ...rest }: Summary, isPart: boolean): string {
  const all = Object.values(rest).reduce((sum, many) => sum + many, left)
  const why = isPart ? ' (only a part was asked for)' : ''
  return left === 0 ? '' : `; ${left} of ${all} not exercised${why}`
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
