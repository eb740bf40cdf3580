import type { RunEnd } from '../conformance/events.ts'
import type { JudgedExtent } from './extent.ts'
import { count, endSentence } from './prose.ts'

/** The result of a whole run. */
export type Conformance = 'conformant' | 'non-conformant' | 'incomplete'

/** Number of requirements by their verdicts. */
export type Summary = Readonly<Record<'passed' | 'failed' | 'warned' | 'observed' | 'notExercised', number>>

interface Conclusion {
  readonly verdict: Conformance
  /** The reason for it, in one sentence without its full stop. */
  readonly reason: string
}

export interface Weighed {
  /** The number of causes of the failures. */
  readonly causes: number
  /** The number of requirements that were cut off and could have been broken. */
  readonly cutOff: number
  /** The number of sessions that people have not driven, and that a certificate needs. */
  readonly sessionsLeft: number
  /** True where a selection or a shard left requirements out. */
  readonly isPart: boolean
  /** True where traffic of others was judged. */
  readonly isRecorded: boolean
  /** True for a shard that was assigned no scenario: the merged run decides. */
  readonly emptyShard: boolean
  /** True where only observations were selected, which no target can fail. */
  readonly onlyRecords: boolean
  readonly judged: JudgedExtent
  /** Says what was required and not exercised. */
  readonly missing: string | undefined
}

/**
 * Decides the verdict. An interruption comes first, since the user has not seen the whole verdict. Then comes a fault of the
 * suite or a mistake of the profile, and then a breach.
 */
export function conclude(summary: Summary, end: RunEnd | undefined, facts: Weighed): Conclusion {
  if (end === undefined || end.how === 'interrupted')
    return { verdict: 'incomplete', reason: endSentence(end) }
  // The verdict of a faulty suite cannot be trusted.
  if (end.how === 'broken' && end.cause === 'suite')
    return { verdict: 'incomplete', reason: endSentence(end) }
  // A mistake of the profile is no breach of the target.
  if (end.how === 'broken' && end.cause === 'profile') {
    const maybe = summary.failed > 0 ? '; what failed may follow from it' : ''
    return { verdict: 'incomplete', reason: endSentence(end) + maybe }
  }
  const missing = facts.missing === undefined ? '' : `; ${facts.missing}`
  const left = notExercised(summary, facts) + missing
  if (summary.failed > 0) {
    const by = facts.causes > 0 ? ` by ${count(facts.causes, 'cause')}` : ''
    const ended = end.how === 'stopped' ? `; ended ${end.why}` : ''
    return {
      verdict: 'non-conformant',
      reason: `${count(summary.failed, 'requirement')} failed${by}${ended}${left}`,
    }
  }
  if (end.how !== 'completed') return { verdict: 'incomplete', reason: endSentence(end) }
  if (facts.isRecorded) return { verdict: 'incomplete', reason: noBreach(facts.judged) }
  if (facts.cutOff > 0)
    return {
      verdict: 'incomplete',
      reason: `the judging of ${count(facts.cutOff, 'requirement')} was cut off${left}`,
    }
  if (facts.sessionsLeft > 0)
    return {
      verdict: 'incomplete',
      reason: `a certificate needs ${count(facts.sessionsLeft, 'more session')}${left}`,
    }
  if (facts.emptyShard)
    return {
      verdict: 'conformant',
      reason: 'nothing that was selected is in this shard; the merged run decides',
    }
  if (facts.onlyRecords && summary.observed > 0)
    return {
      verdict: 'conformant',
      reason: `${count(summary.observed, 'requirement')} recorded: nothing that was selected can fail${left}`,
    }
  if (summary.passed === 0 && summary.warned > 0)
    return {
      verdict: 'conformant',
      reason: `${count(summary.warned, 'requirement')} warned and none failed${facts.isPart ? left : missing}`,
    }
  if (summary.passed === 0)
    return { verdict: 'incomplete', reason: 'nothing passed: a run that judges nothing is no success' }
  // The word for the verdict says how much was judged, unless only a part was asked for.
  return {
    verdict: 'conformant',
    reason: `${count(summary.passed, 'requirement')} passed and none failed${facts.isPart ? left : missing}`,
  }
}

/** The sentence on a recording that shows no breach. It shows a part only, so that nothing is conformant. */
export const noBreach = ({ count: judged, of }: JudgedExtent): string =>
  judged === 0
    ? 'nothing of the quote API was recorded'
    : `no breach in what was recorded: ${judged} of ${of} statements`

/** Says how many requirements were not exercised: they are never counted as passed. */
function notExercised(
  { notExercised: left, ...rest }: Summary,
  { isPart, judged }: Pick<Weighed, 'isPart' | 'judged'>,
): string {
  const all = isPart ? Object.values(rest).reduce((sum, many) => sum + many, left) : judged.of
  const missing = isPart ? left : judged.of - judged.count
  const why = isPart ? ' (only a part was asked for)' : ''
  return missing === 0 ? '' : `; ${missing} of ${all} not exercised${why}`
}
