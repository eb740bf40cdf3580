import { all, type Verdict } from '../../../conformance/verdict.ts'

/** The verdict on one quote, and its circumstances in words. */
export interface JudgedQuote {
  readonly verdict: Verdict
  readonly under: readonly string[]
}

/** Sorts by the number of circumstances: a mistake is found soonest by the quote that is most like a usual one. */
export const simplestFirst = (judged: readonly JudgedQuote[]): readonly JudgedQuote[] =>
  judged.toSorted((one, other) => one.under.length - other.under.length)

/** A single quote with more circumstances differs from all others in too many ways to tell which of them matters. */
const MOST_OF_ONE = 3

/**
 * Says which circumstances all quotes share that break a statement, and meet in none that keeps it. Each that suffices by itself is
 * named, else no more of them than it takes. Undefined where no circumstances do that, where no quote keeps it, or where only one
 * of many circumstances breaks it.
 */
export function apart(judged: readonly JudgedQuote[]): string | undefined {
  const under = (kind: Verdict['kind']) =>
    judged.flatMap((one) => (one.verdict.kind === kind ? [one.under] : []))
  const [broken, kept] = [under('failed'), under('passed')]
  const [first = [], ...others] = broken
  const shared = first.filter((word) => others.every((words) => words.includes(word)))
  const isApart = (words: readonly string[]) =>
    !kept.some((some) => words.every((word) => some.includes(word)))
  if (broken.length === 1 && shared.length > MOST_OF_ONE) return undefined
  if (kept.length === 0 || !isApart(shared)) return undefined
  const alone = shared.filter((word) => isApart([word]))
  const least = shared.reduce((left, word) => {
    const without = left.filter((one) => one !== word)
    return isApart(without) ? without : left
  }, shared)
  const those = alone.length > 0 ? alone.join(', or those ') : least.join(' and ')
  return `broken by ${broken.length} of ${broken.length + kept.length} quotes: exactly those ${those}`
}

/** The words for a quote without any circumstances. */
export const USUAL = 'straight through'

/**
 * Combines verdicts on quotes into one whose findings say the circumstances of their quotes.
 *
 * @param difference says what sets the quotes apart that break the statement; it goes with the first finding
 */
export function underCircumstances(
  judged: readonly JudgedQuote[],
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

function underOf({ verdict, under: words }: JudgedQuote): Verdict {
  if (verdict.kind !== 'failed') return verdict
  const under = words.join(', ') || USUAL
  return { ...verdict, findings: verdict.findings.map((finding) => ({ under, ...finding })) }
}
