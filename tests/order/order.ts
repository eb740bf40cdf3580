/** The data from which an order of scenarios is made. */
export interface OrderInput {
  /** Ids of all scenarios, as they are registered. */
  readonly scenarios: readonly string[]
  /** For each mutant the scenarios that show it. */
  readonly shownIn: readonly (readonly string[])[]
  /** Milliseconds that a scenario takes, by its id. A scenario without them counts as one of mean length. */
  readonly durations: Readonly<Record<string, number>>
}

/**
 * Orders scenarios so that a wrong platform is found early. The next one is always that which shows most mutants not yet shown, for
 * what it costs. A scenario that shows none that is new has no place.
 *
 * The cost is its duration and the mean duration of all. So neither many short scenarios nor a long one come before what shows more.
 */
export function orderOf({ scenarios, shownIn, durations }: OrderInput): readonly string[] {
  const known = scenarios.flatMap((id) => durations[id] ?? [])
  const mean = known.reduce((sum, one) => sum + one, 0) / Math.max(known.length, 1)
  const costOf = (id: string) => (durations[id] ?? mean) + mean
  const left = new Set(scenarios)
  const order: string[] = []
  let open = shownIn
  for (;;) {
    const shows = countsOf(open)
    const worthOf = (id: string) => (shows.get(id) ?? 0) / costOf(id)
    const best = [...left]
      .filter((id) => shows.has(id))
      .reduce<string | undefined>(
        (one, other) => (one !== undefined && worthOf(one) >= worthOf(other) ? one : other),
        undefined,
      )
    if (best === undefined) return order
    order.push(best)
    left.delete(best)
    open = open.filter((ids) => !ids.includes(best))
  }
}

/** How many mutants each scenario shows. */
function countsOf(shownIn: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const id of shownIn.flatMap((ids) => [...new Set(ids)])) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
