import type { CheckResult, PlannedRequirement } from '../conformance/events.ts'
import { combine, type Outcome } from '../conformance/outcome.ts'
import { endSentence, verdictSentence } from './prose.ts'
import type { RunRecord } from './record.ts'

/** The verdict of a run on one requirement. */
interface Reasoned {
  readonly verdict: Outcome
  readonly reason: string
  /** The profile key that would allow it to be judged. */
  readonly key?: string
}

/** The outcome of several checks of one requirement. What was cut off has not passed, whatever other checks say. */
function outcomeOf(checks: readonly CheckResult[]): Outcome {
  const outcome = combine(checks.map((check) => check.outcome))
  return outcome === 'passed' && checks.some(isCutOff) ? 'not-exercised' : outcome
}

/** The verdict on a requirement with the reason for it, in one sentence without its full stop. */
export function verdictReason(
  planned: PlannedRequirement,
  checks: readonly CheckResult[],
  record: RunRecord,
): Reasoned {
  const verdict = outcomeOf(checks)
  if (checks.length === 0) return { verdict, reason: planned.reason ?? unseen(record) }
  // A missing key comes before other reasons for "cannot tell", because the reader can add it.
  const hasPassed = checks.some(({ outcome }) => outcome === 'passed') && verdict === 'not-exercised'
  const [first] = checks
    .filter((check) => (hasPassed ? isCutOff(check) : check.outcome === verdict))
    .toSorted((a, b) => rank(a) - rank(b))
  if (first === undefined) return { verdict, reason: unseen(record) }
  if (verdict === 'passed') return { verdict, reason: `passed in ${checksOf(checks, verdict)}` }
  const said = verdictSentence(first.verdict)
  const key = first.verdict.kind === 'cannot-tell' ? first.verdict.key : undefined
  // The profile is the same for every scenario, so the reason names no scenario.
  return key === undefined
    ? { verdict, reason: `${said} (${first.scenario})` }
    : { verdict, reason: said, key }
}

function rank({ verdict }: CheckResult): number {
  return verdict.kind === 'cannot-tell' && verdict.key === undefined ? 1 : 0
}

function checksOf(checks: readonly CheckResult[], outcome: Outcome): string {
  const same = checks.filter((check) => check.outcome === outcome).length
  return `${same} of ${checks.length} checks`
}

/** Why a requirement was not judged although it could have been: no driven scenario showed it, or the run ended before. */
function unseen({ started, end }: RunRecord): string {
  if (end?.how !== 'completed') return `not reached: ${endSentence(end)}`
  const limits = [
    ...(started.filtered ? ['a selection or a shard left something out'] : []),
    ...(started.target.environment === 'production'
      ? ['in production only --allow-writes lets the suite write']
      : []),
  ]
  return ['no request of this run shows it', ...limits].join('; ')
}

export function isCutOff({ verdict }: CheckResult): boolean {
  return verdict.kind === 'cannot-tell' && verdict.cutOff === true
}
