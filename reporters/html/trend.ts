import type { Report } from '../report.ts'

/** Another run of the same target, from a neighbouring folder. */
export interface EarlierRun extends Pick<Report, 'startedAt' | 'verdict' | 'summary'> {
  /** Name of its folder. */
  readonly folder: string
  /** Ids of the requirements that failed in it. */
  readonly failing: readonly string[]
  /** Ids of the `must` requirements that it did not exercise. */
  readonly unseen: readonly string[]
}

const MOST_RUNS = 11

/**
 * The last whole runs before a report that judged the same side of the same target by the same version; the newest comes last.
 */
export function earlierRuns(
  report: Report,
  beside: readonly { readonly folder: string; readonly report: Report }[],
): readonly EarlierRun[] {
  const facts = ({ kind, target, filtered }: Report) =>
    JSON.stringify([kind, target.name, target.environment, target.apiVersion, filtered])
  return beside
    .filter((one) => facts(one.report) === facts(report) && one.report.startedAt < report.startedAt)
    .toSorted((one, other) => (one.report.startedAt < other.report.startedAt ? -1 : 1))
    .slice(-MOST_RUNS)
    .map(({ folder, report: { startedAt, verdict, summary, requirements } }) => ({
      ...{ folder, startedAt, verdict, summary },
      failing: requirements.filter((one) => one.verdict === 'failed').map(({ id }) => id),
      unseen: requirements
        .filter((one) => one.level === 'must' && one.verdict === 'not-exercised')
        .map(({ id }) => id),
    }))
}
