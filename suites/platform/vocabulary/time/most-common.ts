import type { Span } from './span.ts'

/** The moments that lie in the largest number of spans; undefined where there are none. */
export function mostCommon(spans: readonly Span[]): Span | undefined {
  const ends = spans
    .flatMap(({ least, most }) => [
      { at: least, opens: true },
      { at: most, opens: false },
    ])
    .sort((one, other) => one.at - other.at || Number(other.opens) - Number(one.opens))
  let open = 0
  let most = 0
  let best: Span | undefined
  for (const [place, { at, opens }] of ends.entries()) {
    open += opens ? 1 : -1
    if (opens && open > most) {
      most = open
      best = { least: at, most: ends[place + 1]?.at ?? at }
    }
  }
  return best
}
