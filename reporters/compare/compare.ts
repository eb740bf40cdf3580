import type { Outcome } from '../../conformance/outcome.ts'
import type { RunRecord } from '../record.ts'
import { makeReport, type Report, type ReportedRequirement } from '../report.ts'
import { observationsOf } from './observations.ts'

/** One requirement whose verdict changed. */
export interface VerdictChange extends Pick<ReportedRequirement, 'id' | 'clause' | 'level' | 'title'> {
  readonly before: Outcome
  readonly after: Outcome
  /** The reason for the new verdict. */
  readonly reason: string
  /** The changelog entry between the versions of the two runs that explains the change. A failure has none. */
  readonly entry?: string
}

export interface ChangedObservation extends Pick<ReportedRequirement, 'id' | 'clause' | 'title'> {
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** The changelog entry between the versions of the two runs that changed what is observed. */
  readonly entry?: string
}

/** The changes from one run to another. */
export interface RunComparison {
  /** Differences between the runs that make the comparison less reliable. */
  readonly notes: readonly string[]
  readonly newlyFailed: readonly VerdictChange[]
  readonly mended: readonly VerdictChange[]
  readonly newlyWarned: readonly VerdictChange[]
  readonly newlyExercised: readonly VerdictChange[]
  readonly noLongerExercised: readonly VerdictChange[]
  /** Ids of the `must` requirements among them that are in force and that the later run had time to judge. Each is a regression. */
  readonly lost: readonly string[]
  /** Requirements that only one of the two runs knows. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Ids of changes that no entry explains, except improvements. Present where the runs were judged as two versions. */
  readonly unexplained?: readonly string[]
  /** Number of requirements that a selection or a shard left out of either run. They are not compared. */
  readonly leftOut: number
  readonly observations: readonly ChangedObservation[]
}

/** The changelog entry that explains why only one run judges a requirement, or why one judges it on more. */
export type Explaining = (requirement: string) => string | undefined

/** Compares two runs, requirement by requirement. */
export function compareRuns(
  before: RunRecord,
  after: RunRecord,
  entryOf: Explaining = () => undefined,
): RunComparison {
  const [old, now] = [makeReport(before), makeReport(after)]
  const [oldById, nowById] = [byId(old), byId(now)]
  const both = now.requirements.flatMap((requirement) => {
    const earlier = oldById.get(requirement.id)
    return earlier === undefined ? [] : [{ earlier, later: requirement }]
  })
  const judged = both.filter(({ earlier, later }) => !isLeftOut(earlier, old) && !isLeftOut(later, now))
  const changes = judged
    .filter(({ earlier, later }) => earlier.verdict !== later.verdict)
    .map(
      ({ earlier, later: { id, clause, level, title, verdict, reason } }): VerdictChange => ({
        ...{ id, clause, level, title, reason },
        before: earlier.verdict,
        after: verdict,
        ...explainedBy(entryOf(id), earlier.verdict, verdict),
      }),
    )
  const where = (holds: (change: VerdictChange) => boolean) => changes.filter(holds)
  const exercised = (verdict: Outcome) => verdict !== 'not-exercised'
  const [oldSeen, nowSeen] = [observationsOf(before), observationsOf(after)]
  const twoVersions = old.target.apiVersion !== now.target.apiVersion
  return {
    notes: notesOn(old, now),
    ...(twoVersions && {
      unexplained: where(({ entry, before: was }) => entry === undefined && was !== 'failed').map(
        ({ id }) => id,
      ),
    }),
    newlyFailed: where((change) => change.after === 'failed'),
    mended: where((change) => change.before === 'failed' && exercised(change.after)),
    newlyWarned: where((change) => change.after === 'warned'),
    newlyExercised: where((change) => !exercised(change.before) && change.after !== 'failed'),
    noLongerExercised: where((change) => !exercised(change.after)),
    lost: where(
      ({ id, level, after, entry }) =>
        level === 'must' && !exercised(after) && entry === undefined && !isUnfinished(id, now.end, nowById),
    ).map(({ id }) => id),
    added: [...nowById.keys()].filter((id) => !oldById.has(id)),
    removed: [...oldById.keys()].filter((id) => !nowById.has(id)),
    leftOut: both.length - judged.length,
    observations: judged.flatMap(({ later: { id, clause, title } }): readonly ChangedObservation[] => {
      const [was, is] = [oldSeen.get(id), nowSeen.get(id)]
      // If only one run exercised a requirement, its observations are not compared: that difference is reported above.
      if (was === undefined || is === undefined || same(was, is)) return []
      const entry = entryOf(id)
      return [
        {
          ...{ id, clause, title, before: [...was.values()], after: [...is.values()] },
          ...(entry !== undefined && { entry }),
        },
      ]
    }),
  }
}

/** An entry can explain that a requirement begins or ends to be in force, but never that a target breaks it. */
function explainedBy(
  entry: string | undefined,
  before: Outcome,
  after: Outcome,
): Pick<VerdictChange, 'entry'> {
  const begins = before === 'not-exercised' || after === 'not-exercised'
  return entry !== undefined && begins && after !== 'failed' ? { entry } : {}
}

const byId = ({ requirements }: Report) => new Map(requirements.map((one) => [one.id, one]))

/** True where the run was not asked to judge it, so that no scenario was driven for it. */
function isLeftOut({ verdict, checks }: ReportedRequirement, { filtered }: Report): boolean {
  return filtered && verdict === 'not-exercised' && checks.length === 0
}

/** True where the later run was ended before it could judge it: it says nothing about the target, and the run is incomplete. */
function isUnfinished(
  id: string,
  end: Report['end'],
  byId: ReadonlyMap<string, ReportedRequirement>,
): boolean {
  const { judgedBy = [], cutOff, checks = [] } = byId.get(id) ?? {}
  if (cutOff === true || judgedBy.some((other) => isUnfinished(other, end, byId))) return true
  return end?.how !== 'completed' && checks.length === 0
}

function same(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one.keys()].every((key) => other.has(key))
}

function notesOn(old: Report, now: Report): readonly string[] {
  const differing: readonly (readonly [what: string, before: unknown, after: unknown])[] = [
    ['side', old.kind, now.kind],
    ['target', old.target.name, now.target.name],
    ['environment', old.target.environment, now.target.environment],
    ['version judged by', old.target.apiVersion, now.target.apiVersion],
    ['suite', old.suite.version, now.suite.version],
  ]
  return [
    ...differing.flatMap(([what, before, after]) =>
      before === after ? [] : [`the ${what} differs: ${before} before, ${after} now`],
    ),
    ...(old.verdict === 'incomplete' ? [`the earlier run is incomplete: ${old.reason}`] : []),
    ...(now.verdict === 'incomplete' ? [`the later run is incomplete: ${now.reason}`] : []),
  ]
}
