import { usageError } from '../../conformance/errors.ts'
import {
  compareRuns,
  comparisonText,
  makeReport,
  namedIn,
  type RunComparison,
  weigh,
  weighedText,
} from '../../reporters/index.ts'
import { entryBetween, loadSpec } from '../../spec/index.ts'
import { readBaseline } from '../finished-runs/baseline.ts'
import { readRun } from '../finished-runs/runs.ts'
import type { Io } from '../io.ts'

export interface CompareOptions {
  readonly baseline?: string
  readonly json?: boolean
}

/**
 * `compare RUN_A RUN_B`: reports what changed. Returns 1 on a regression or a stale baseline. A regression is a new failure,
 * or a `must` that is no longer exercised, and that no baseline names. Without one it returns 3 where the later run is
 * incomplete, since a regression may be hidden.
 */
export async function compareCommand(
  before: string,
  after: string,
  { baseline, json = false }: CompareOptions,
  io: Io,
): Promise<number> {
  const known = baseline === undefined ? [] : readBaseline(baseline)
  const [old, now] = [readRun(before), readRun(after)]
  if (old.started.kind !== now.started.kind)
    throw usageError(
      `${before} judged a ${old.started.kind} and ${after} a ${now.started.kind}: they cannot be compared`,
    )
  const [oldVersion, newVersion] = [old.started.target.apiVersion, now.started.target.apiVersion]
  const comparison = compareRuns(old, now, entryBetween(await loadSpec(), oldVersion, newVersion))
  const report = makeReport(now)
  const weighed = weigh(report, known)
  const listed = new Set([...weighed.known, ...namedIn(known)])
  const failed = comparison.newlyFailed.filter(({ id }) => !listed.has(id)).map(({ id }) => id)
  const lost = comparison.lost.filter((id) => !listed.has(id))
  const regression = failed.length + lost.length + weighed.stale.length > 0
  if (json) io.out(`${JSON.stringify({ regression, ...comparison, stale: weighed.stale })}\n`)
  else {
    io.out(comparisonText(comparison, { color: io.color }))
    if (baseline !== undefined) io.out(weighedText(weighed))
    const counts: readonly (readonly [string, number])[] = [
      ['newly failed', failed.length],
      ['no longer exercised', lost.length],
      ['stale entries of the baseline', weighed.stale.length],
    ]
    const reported = counts.flatMap(([what, many]) => (many === 0 ? [] : `${what} ${many}`))
    io.out(`regression: ${regression ? `yes: ${reported.join(', ')}` : noneOf(comparison)}\n`)
  }
  if (regression) return 1
  return report.verdict === 'incomplete' ? 3 : 0
}

/** No regression may only be said of what both runs were asked for. */
const noneOf = ({ leftOut }: RunComparison): string =>
  leftOut === 0 ? 'none' : 'none in what both runs judge'
