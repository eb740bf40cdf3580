import { onceFor } from '../../../../../conformance/once.ts'
import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../conformance/scenario.ts'
import { all, cannotTell, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { claim } from '../../../vocabulary/context.ts'
import { speaksOf } from '../event.ts'
import type { Excused } from '../in-service.ts'
import type { Course } from './course.ts'
import type { DrivenCondition } from './drive.ts'
import type { Condition } from './table.ts'

export interface ConditionsTrace extends Excused {
  readonly conditions: readonly DrivenCondition[]
  /** Everything that came to the endpoint. */
  readonly arrivals: readonly Arrival[]
  /** The partner that the client id names, where it has the stated shape. */
  readonly partner?: string
  /** Descriptions of the things that were created in the back office and remain. */
  readonly remains?: readonly string[]
}

/** One condition with all deliveries about its quotes. */
export interface Judged {
  readonly condition: Condition
  readonly courses: readonly Course[]
  readonly arrivals: readonly Arrival[]
  readonly whole: ConditionsTrace
}

const judgedOf = onceFor((whole: ConditionsTrace): readonly Judged[] =>
  whole.conditions.flatMap(({ condition, courses: all, left }) => {
    const courses = ofOwnQuotes(all)
    if (left !== undefined || courses.length === 0) return []
    const isOwn = (arrival: Arrival) => courses.some(({ quote }) => speaksOf(arrival, quote))
    return [{ condition, courses, whole, arrivals: whole.arrivals.filter(isOwn) }]
  }),
)

/** Drops courses that share a quote: a platform may answer with the quote that it has of an insured, and rate it again (R2). */
const ofOwnQuotes = (courses: readonly Course[]): readonly Course[] =>
  courses.filter(({ quote }) => courses.filter((one) => one.quote.id === quote.id).length === 1)

const isOther = ({ condition }: Judged): boolean => condition.partner === 'other'

/** Makes a claim that judges each condition of its own, or of the other partner. Its findings name the condition. */
export function underEach(
  { requirement, name, judge }: Claim<Judged, Spec>,
  whose: 'own' | 'other' = 'own',
): Claim<ConditionsTrace, Spec> {
  const judgeAll = (trace: ConditionsTrace, facts: Parameters<typeof judge>[1]) =>
    gathered(
      judgedOf(trace)
        .filter((one) => isOther(one) === (whose === 'other'))
        .map((one) => [one.condition.id, judge(one, facts)] as const),
      trace,
    )
  return claim(requirement, judgeAll, name)
}

/** Combines verdicts. A "cannot tell" counts only where no condition passed or failed. */
function gathered(
  verdicts: readonly (readonly [condition: string, verdict: Verdict])[],
  { conditions }: ConditionsTrace,
): Verdict {
  const findings = verdicts.flatMap(([under, verdict]) =>
    verdict.kind === 'failed' ? verdict.findings.map((finding) => ({ ...finding, under })) : [],
  )
  if (findings.length > 0) return { kind: 'failed', findings }
  const under = verdicts.flatMap(([id, { kind }]) => (kind === 'passed' ? [id] : []))
  if (under.length > 0) return { kind: 'passed', under }
  const seen = verdicts.filter(([, { kind }]) => kind === 'observed')
  if (verdicts.length > 0) return all((seen.length > 0 ? seen : verdicts).map(([, verdict]) => verdict))
  const [left] = conditions.flatMap((one) => (one.left === undefined ? [] : [one.left]))
  return cannotTell(left?.why ?? 'no condition could be set up', left?.key)
}
