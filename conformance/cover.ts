/**
 * Chooses few of the offers that together give everything wanted that any of them gives. The first offer is the plainest: it is
 * chosen where it gives anything. Then it is again and again the one that gives most of the rest, of equal ones the first.
 *
 * @param offers what each of them gives
 * @returns names of the chosen offers, in the order of `offers`
 */
export function coverOf(
  wanted: Iterable<string>,
  offers: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const rest = new Set(wanted)
  const givenBy = (name: string) => new Set((offers.get(name) ?? []).filter((one) => rest.has(one)))
  const names = [...offers.keys()]
  const chosen = new Set<string>()
  let [next] = names
  while (next !== undefined) {
    const given = givenBy(next)
    if (given.size > 0) chosen.add(next)
    for (const one of given) rest.delete(one)
    const most = Math.max(0, ...names.map((name) => givenBy(name).size))
    next = most === 0 ? undefined : names.find((name) => givenBy(name).size === most)
  }
  return names.filter((name) => chosen.has(name))
}
