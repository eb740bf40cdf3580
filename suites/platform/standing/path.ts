import type { Lifecycle } from '../../../spec/index.ts'

/** One row of the transition table, by its ends. */
export type Edge = readonly [from: string, to: string]

/** Two states of a quote, seen one after the other, and what was asked of it before the second. */
export interface Ends {
  readonly from: string
  readonly to: string
  readonly updated: boolean
  readonly bound: boolean
}

/**
 * Finds the shortest path from one state to another (3.transitions, R10). Between two sightings only transient states can be missed.
 *
 * @returns the rows that it takes, or undefined where the table has no such path
 */
export function pathOf(
  lifecycle: Lifecycle,
  { from, to, updated, bound }: Ends,
): readonly Edge[] | undefined {
  const { states, transitions, tolerated } = lifecycle
  const edges = [...transitions, ...tolerated.filter(({ via }) => via !== 'update' || updated)]
  const missable = new Set(states.filter(({ transient }) => transient).map(({ name }) => name))
  // Rating may have ended, unseen, just before a bind that was accepted.
  if (from === 'pending' && bound && (to === 'bound' || to === 'issued')) missable.add('ready_to_bind')
  const reached = new Set<string>()
  let paths: readonly (readonly string[])[] = [[from]]
  while (paths.length > 0) {
    const longer = paths.flatMap((path) =>
      edges.filter((edge) => edge.from === path.at(-1)).map((edge) => [...path, edge.to]),
    )
    const found = longer.find((path) => path.at(-1) === to)
    if (found !== undefined) return found.slice(1).map((state, place) => [found[place] ?? from, state])
    paths = longer.filter((path) => isMissable(path, missable, reached))
  }
  return undefined
}

function isMissable(path: readonly string[], missable: ReadonlySet<string>, reached: Set<string>): boolean {
  const last = path.at(-1) ?? ''
  if (!missable.has(last) || reached.has(last)) return false
  reached.add(last)
  return true
}
