import type { Verdict } from '../conformance/verdict.ts'

/** The verdict on one subject of a statement, such as a quote or a delivery, and its circumstances in words. */
export interface ApartSubject {
  readonly verdict: Verdict
  readonly under: readonly string[]
}

/** How the subjects that break a statement differ from those that keep it. */
export interface ApartBy {
  /**
   * `alone`: each of the words is in all that break it, and in none that keeps it. `together`: only all of them in one do that.
   * `mostly`: the word is in all that break it, and in few that keep it.
   */
  readonly by: 'alone' | 'together' | 'mostly'
  readonly words: readonly string[]
  readonly broken: number
  readonly kept: number
  /** How many of those that keep it have the word, too. */
  readonly exceptions: number
}

export interface ApartOptions {
  /**
   * How many circumstances a single subject that breaks it may share with none that keeps it. With more it differs in too many ways to
   * tell which of them matters.
   */
  readonly mostOfOne: number
  /** Words of circumstances whose consequence depends on a moment, so that some subjects keep the statement all the same. */
  readonly chances?: ReadonlySet<string>
}

/** Fewer than these are a coincidence where the circumstance is in some that keep the statement. */
const LEAST_BROKEN = 2
/** The largest part of those that keep it which may share the circumstance. */
const FEW = 0.2

/**
 * Says which circumstances all subjects share that break a statement, and meet in none that keeps it. Each that suffices by itself is
 * named, else no more of them than it takes. Undefined where no circumstances do that, where no subject keeps it, or where only one
 * of many circumstances breaks it.
 */
export function apartBy(
  judged: readonly ApartSubject[],
  { mostOfOne, chances = new Set() }: ApartOptions,
): ApartBy | undefined {
  const under = (kind: Verdict['kind']) =>
    judged.flatMap((one) => (one.verdict.kind === kind ? [one.under] : []))
  const [broken, kept] = [under('failed'), under('passed')]
  const [first = [], ...others] = broken
  const shared = first.filter((word) => others.every((words) => words.includes(word)))
  const keptWith = (words: readonly string[]) =>
    kept.filter((some) => words.every((word) => some.includes(word))).length
  const difference = (by: ApartBy['by'], words: readonly string[]): ApartBy => ({
    ...{ by, words, broken: broken.length, kept: kept.length, exceptions: keptWith(words) },
  })
  if (kept.length === 0) return undefined
  const alone = shared.filter((word) => keptWith([word]) === 0)
  const isOne = broken.length === 1
  if (alone.length > 0) return isOne && alone.length > mostOfOne ? undefined : difference('alone', alone)
  // Two circumstances of a moment meet by chance, too. So one that most of them lack says more than several that none of them has.
  const rare = shared.filter((word) => chances.has(word) && keptWith([word]) <= FEW * kept.length)
  if (rare.length > 0 && broken.length >= LEAST_BROKEN) return difference('mostly', rare.slice(0, 1))
  if (keptWith(shared) > 0) return undefined
  if (isOne && shared.length > mostOfOne) return undefined
  const least = shared.reduce((left, word) => {
    const without = left.filter((one) => one !== word)
    return keptWith(without) === 0 ? without : left
  }, shared)
  return difference('together', least)
}

/** The most words that are named where each suffices by itself. */
const NAMED = 3

/** The words of a difference, to follow "those". */
export const apartText = ({ by, words }: Pick<ApartBy, 'by' | 'words'>): string =>
  by === 'alone' ? words.slice(0, NAMED).join(', or those ') : words.join(' and ')
