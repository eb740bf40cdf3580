import { all, type Verdict } from '../../../conformance/verdict.ts'

/** The verdict on one quote, and its circumstances in words. */
export interface JudgedQuote {
  readonly verdict: Verdict
  readonly under: readonly string[]
}

/** Sorts by the number of circumstances: a mistake is found soonest by the quote that is most like a usual one. */
export const simplestFirst = (judged: readonly JudgedQuote[]): readonly JudgedQuote[] =>
  judged.toSorted((one, other) => one.under.length - other.under.length)

/**
 * Says which circumstances all quotes share that break a statement, and meet in none that keeps it. No more of them than it takes.
 * Undefined where no circumstances do that, or where no quote keeps it.
 */
export function apart(judged: readonly JudgedQuote[]): string | undefined {
  const under = (kind: Verdict['kind']) =>
    judged.flatMap((one) => (one.verdict.kind === kind ? [one.under] : []))
  const [broken, kept] = [under('failed'), under('passed')]
  const [first = [], ...others] = broken
  const shared = first.filter((word) => others.every((words) => words.includes(word)))
  const isApart = (words: readonly string[]) =>
    !kept.some((some) => words.every((word) => some.includes(word)))
  if (kept.length === 0 || !isApart(shared)) return undefined
  const least = shared.reduce((left, word) => {
    const without = left.filter((one) => one !== word)
    return isApart(without) ? without : left
  }, shared)
  return `broken by ${broken.length} of ${broken.length + kept.length} quotes: exactly those ${least.join(', ')}`
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
