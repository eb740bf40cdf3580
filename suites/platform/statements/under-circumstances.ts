import { all, type Verdict } from '../../../conformance/verdict.ts'
import { type ApartSubject, apartBy, apartText } from '../../apart.ts'

/** Sorts by the number of circumstances: a mistake is found soonest by the quote that is most like a usual one. */
export const simplestFirst = (judged: readonly ApartSubject[]): readonly ApartSubject[] =>
  judged.toSorted((one, other) => one.under.length - other.under.length)

/** A single quote with more circumstances differs from all others in too many ways to tell which of them matters. */
const MOST_OF_ONE = 3

/**
 * Says in words which circumstances all quotes share that break a statement, and meet in none that keeps it. Undefined where none
 * do.
 *
 * @param noun the word for the subjects, where they are no quotes
 */
export function apart(judged: readonly ApartSubject[], noun = 'quotes'): string | undefined {
  const broken = judged.filter(({ verdict }) => verdict.kind === 'failed')
  if (broken.length === 1 && (broken[0]?.under.length ?? 0) > MOST_OF_ONE) return undefined
  const difference = apartBy(judged, { mostOfOne: MOST_OF_ONE })
  if (difference === undefined) return undefined
  const all = difference.broken + difference.kept
  return `broken by ${difference.broken} of ${all} ${noun}: exactly those ${apartText(difference)}`
}

/** The words for a quote without any circumstances. */
export const USUAL = 'straight through'

/**
 * Combines verdicts on quotes into one whose findings say the circumstances of their quotes.
 *
 * @param difference says what sets the quotes apart that break the statement; it goes with the first finding
 */
export function underCircumstances(
  judged: readonly ApartSubject[],
  difference: string | undefined,
  combine: (verdicts: readonly Verdict[]) => Verdict = all,
): Verdict {
  const verdict = combine(simplestFirst(judged).map(underOf))
  const first = verdict.kind === 'failed' ? verdict.findings[0]?.under : undefined
  if (verdict.kind !== 'failed' || difference === undefined) return verdict
  const under = `${first} (${difference})`
  return {
    ...verdict,
    findings: verdict.findings.map((finding) => (finding.under === first ? { ...finding, under } : finding)),
  }
}

function underOf({ verdict, under: words }: ApartSubject): Verdict {
  if (verdict.kind !== 'failed') return verdict
  const under = words.join(', ') || USUAL
  return { ...verdict, findings: verdict.findings.map((finding) => ({ under, ...finding })) }
}
