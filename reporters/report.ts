import type { CheckResult, PlannedRequirement, RunEnd } from '../conformance/events.ts'
import { combine, type Outcome } from '../conformance/outcome.ts'
import type { TargetFacts } from '../conformance/ports/target.ts'
import type { Level, Side } from '../conformance/requirement.ts'
import { counterexamplesOf, type ReportedCounterexample } from './counterexample.ts'
import { withDerived } from './derived.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { count, endSentence, verdictSentence } from './prose.ts'
import type { RunRecord } from './record.ts'

/** The result of a whole run. */
export type Conformance = 'conformant' | 'non-conformant' | 'incomplete'

interface ReportedCheck {
  readonly name: string
  readonly verdict: Outcome
  readonly message: string
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
  const plannedById = new Map(started.requirements.map((one) => [one.id, one]))
  const direct = started.requirements.map((planned): ReportedRequirement => {
    const own = checks.get(planned.id) ?? []
    const { id, clause, level, title, readings, catches } = planned
    return {
      ...{ id, clause, level, title },
      ...(readings === undefined ? {} : { readings }),
      ...summarise(planned, own, record),
      ...(own.some(isCutOff) ? { cutOff: true as const } : {}),
      ...(catches === undefined ? {} : { catches }),
      checks: own.map((check) => ({
        name: check.name,
        verdict: check.outcome,
        message: verdictSentence(check.verdict),
        durationMs: check.durationMs,
        evidence: evidenceOf(
          check,
          scenarios.get(check.scenario) ?? { exchanges: [], arrivals: [] },
          started,
        ),
      })),
    }
  })
  const requirements = withDerived(direct, (id) => citing(plannedById.get(id)))
  const summary = tally(requirements)
  const counterexamples = counterexamplesOf(record)
  return {
    suite: started.suite,
    kind: started.kind,
    ...decide(summary, end, {
      cutOff: requirements.filter(({ cutOff }) => cutOff === true).length,
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
    ...(counterexamples.length > 0 && { counterexamples }),
    ...(started.command !== undefined && { command: started.command }),
  }
}

/** One that this run cannot judge for a reason of its own, such as the version, takes nobody's outcome. */
const citing = (one: PlannedRequirement | undefined): readonly string[] | undefined =>
  one?.reason === undefined ? one?.judgedBy : undefined

/** 0 conformant, 1 non-conformant, 3 incomplete. */
export function exitCodeOf({ verdict }: Pick<Report, 'verdict'>): 0 | 1 | 3 {
  return verdict === 'conformant' ? 0 : verdict === 'non-conformant' ? 1 : 3
}

interface Weighed {
  /** How many requirements were cut off. */
  readonly cutOff: number
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
  if (summary.failed > 0) {
    return { verdict: 'non-conformant', reason: `${count(summary.failed, 'requirement')} failed` }
  }
  if (end.how !== 'completed') return { verdict: 'incomplete', reason: endSentence(end) }
  if (facts.cutOff > 0)
    return {
      verdict: 'incomplete',
      reason: `the judging of ${count(facts.cutOff, 'requirement')} was cut off`,
    }
  if (facts.onlyRecords && summary.observed > 0)
    return {
      verdict: 'conformant',
      reason: `${count(summary.observed, 'requirement')} recorded: nothing that was selected can fail`,
    }
  if (summary.passed === 0)
    return { verdict: 'incomplete', reason: 'nothing passed: a run that judges nothing is no success' }
  return { verdict: 'conformant', reason: `${count(summary.passed, 'requirement')} passed and none failed` }
}

function summarise(
  planned: PlannedRequirement,
  checks: readonly CheckResult[],
  record: RunRecord,
): Pick<ReportedRequirement, 'verdict' | 'reason' | 'key'> {
  const verdict = combine(checks.map((check) => check.outcome))
  if (checks.length === 0) return { verdict, reason: planned.reason ?? unseen(record) }
  // A missing key is named before a failure to tell: the reader can change the first.
  const [first] = checks.filter((check) => check.outcome === verdict).toSorted((a, b) => rank(a) - rank(b))
  if (first === undefined) return { verdict, reason: unseen(record) }
  if (verdict === 'passed') return { verdict, reason: `passed in ${checksOf(checks, verdict)}` }
  const reason = `${verdictSentence(first.verdict)} (${first.scenario})`
  const key = first.verdict.kind === 'cannot-tell' ? first.verdict.key : undefined
  return key === undefined ? { verdict, reason } : { verdict, reason, key }
}

function rank({ verdict }: CheckResult): number {
  return verdict.kind === 'cannot-tell' && verdict.key === undefined ? 1 : 0
}

function checksOf(checks: readonly CheckResult[], outcome: Outcome): string {
  const same = checks.filter((check) => check.outcome === outcome).length
  return `${same} of ${checks.length} checks`
}

/** Why something that could have been judged was not: nothing of what was driven showed it, or the run ended before. */
function unseen({ started, end }: RunRecord): string {
  if (end?.how !== 'completed') return `not reached: ${endSentence(end)}`
  const limits = [
    ...(started.filtered ? ['a selection or a shard left something out'] : []),
    ...(started.target.environment === 'production'
      ? ['in production only --allow-writes lets the suite write']
      : []),
  ]
  return ['nothing that was sent in this run shows it', ...limits].join('; ')
}

function isCutOff({ verdict }: CheckResult): boolean {
  return verdict.kind === 'cannot-tell' && verdict.cutOff === true
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
