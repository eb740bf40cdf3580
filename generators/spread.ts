/**
 * Chooses cases in which as many things as possible are shown together, each the one that shows most of what those before it do not.
 * Things break where two come together each of which is borne by itself, so every two of them count as well.
 *
 * @param shownBy everything that a case shows, in words of any kind
 * @param count at most; fewer where there are not so many cases
 */
export function spread<Case>(
  cases: readonly Case[],
  shownBy: (one: Case) => readonly string[],
  count: number,
): readonly Case[] {
  const left = cases.map((one) => ({ one, shows: new Set(withPairs(shownBy(one))) }))
  const chosen: Case[] = []
  while (chosen.length < count && left.length > 0) {
    const best = left.reduce((most, other) => (other.shows.size > most.shows.size ? other : most))
    left.splice(left.indexOf(best), 1)
    chosen.push(best.one)
    for (const { shows } of left) for (const word of best.shows) shows.delete(word)
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
