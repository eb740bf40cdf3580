/**
 * Chooses cases that show as many properties as possible: each next case is the one with most properties that earlier ones do not
 * show. Pairs of properties count, too, since programs often fail only where two properties meet.
 *
 * @param shownBy every property that a case shows, in words of any kind
 * @param count at most; fewer where there are fewer cases
 */
export function spread<Case>(
  cases: readonly Case[],
  shownBy: (one: Case) => readonly string[],
  count: number,
): readonly Case[] {
  const remaining = cases.map((one) => ({ one, shows: new Set(withPairs(shownBy(one))) }))
  const chosen: Case[] = []
  while (chosen.length < count && remaining.length > 0) {
    const best = remaining.reduce((most, other) => (other.shows.size > most.shows.size ? other : most))
    remaining.splice(remaining.indexOf(best), 1)
    chosen.push(best.one)
    for (const { shows } of remaining) for (const word of best.shows) shows.delete(word)
  }
  return chosen
}

const withPairs = (words: readonly string[]): readonly string[] => {
  const sorted = words.toSorted()
  return sorted.flatMap((word, place) => [
    word,
    ...sorted.slice(place + 1).map((other) => `${word} & ${other}`),
  ])
}
