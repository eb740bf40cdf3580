import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Bench } from '../judge.ts'

// The parts of a run that are driven for a mutant: scenarios, and cases of them.

/** About the number of cases that a scenario with cases has. */
const MANY_CASES = 20

/** Returns the cost of a scenario, or of a case of it, in milliseconds as they were recorded. */
export function costOfParts(): (place: string) => number {
  const durations: Readonly<Record<string, number>> = JSON.parse(
    readFileSync(resolve('test-data/durations.json'), 'utf8'),
  )
  return (place) => {
    const [scenario = '', name] = place.split('#')
    return (durations[scenario] ?? 0) / (name === undefined ? 1 : MANY_CASES)
  }
}

/** Scenarios, or cases, that together show all requirements, as few as a greedy choice finds; of equal ones the cheapest. */
export function fewestParts(
  shown: Readonly<Record<string, readonly string[]>>,
  kills: readonly string[],
  costOf: (place: string) => number,
): readonly string[] | undefined {
  const chosen: string[] = []
  let open = kills.filter((one) => (shown[one] ?? []).length > 0)
  while (open.length > 0) {
    const shows = Map.groupBy(
      open.flatMap((one) => shown[one] ?? []),
      (place) => place,
    )
    const [best] = [...shows].toSorted(
      ([one, its], [other, others]) => others.length - its.length || costOf(one) - costOf(other),
    )
    if (best === undefined) break
    chosen.push(best[0])
    open = open.filter((one) => shown[one]?.includes(best[0]) !== true)
  }
  return chosen.length === 0 ? undefined : chosen
}

/** More cases than a scenario with numbered ones has; a number that is none selects nothing. */
const MOST_NUMBERED = 96

/** Returns scenarios as their cases, where they have some. */
export function casesIn({ suite }: Bench, places: readonly string[]): readonly string[] {
  return places.flatMap((place) => {
    const { cases = [] } = suite.scenarios.find(({ id }) => id === place) ?? {}
    const names = cases === 'numbered' ? Array.from({ length: MOST_NUMBERED }, (_, at) => at + 1) : cases
    return names.length === 0 ? [place] : names.map((name) => `${place}#${name}`)
  })
}

/**
 * Returns the fewest parts that still show something, by delta debugging. A half that shows it alone is cut further. Else each half is
 * cut while the other one is kept.
 *
 * @param parts together they show it
 * @param kept further parts that are driven each time
 */
export async function fewestThat(
  shows: (parts: readonly string[]) => Promise<boolean>,
  parts: readonly string[],
  kept: readonly string[] = [],
): Promise<readonly string[]> {
  if (parts.length < 2) return parts
  const middle = Math.ceil(parts.length / 2)
  const [first, second] = [parts.slice(0, middle), parts.slice(middle)]
  if (await shows([...kept, ...first])) return fewestThat(shows, first, kept)
  if (await shows([...kept, ...second])) return fewestThat(shows, second, kept)
  const ofFirst = await fewestThat(shows, first, [...kept, ...second])
  return [...ofFirst, ...(await fewestThat(shows, second, [...kept, ...ofFirst]))]
}
