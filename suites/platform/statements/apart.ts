import type { Verdict } from '../../../conformance/verdict.ts'

/** The verdict on one quote, and its circumstances in words. */
export interface Judged {
  readonly verdict: Verdict
  readonly under: readonly string[]
}

/** Sorts by the number of circumstances: a mistake is found soonest by the quote that is most like a usual one. */
export const simplestFirst = (judged: readonly Judged[]): readonly Judged[] =>
  judged.toSorted((one, other) => one.under.length - other.under.length)

/**
 * Says which circumstances all quotes share that break a statement, and meet in none that keeps it. No more of them than it takes.
 * Undefined where no circumstances do that, or where no quote keeps it.
 */
export function apart(judged: readonly Judged[]): string | undefined {
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
