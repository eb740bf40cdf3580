import type { Lifecycle } from '../../../spec/index.ts'

/** One row of the transition table: its two states. */
export type Edge = readonly [from: string, to: string]

/** Two successive observed states of a quote, and whether an update or a bind came before the second. */
export interface StatePair {
  readonly from: string
  readonly to: string
  readonly updated: boolean
  readonly bound: boolean
  /** The quote may have been in further states in between, unread. */
  readonly sparse?: boolean
  /** It may have become ready to bind in between: the first read may lag behind what caused that. */
  readonly madeReady?: boolean
}

/**
 * Finds the shortest path from one state to another (3.transitions, R10). Between two reads only transient states can be missed.
 *
 * @returns the rows of that path, or undefined where the table has none
 */
export function statePath(
  lifecycle: Lifecycle,
  { from, to, updated, bound, sparse = false, madeReady = false }: StatePair,
): readonly Edge[] | undefined {
  const { states, transitions, tolerated } = lifecycle
  const edges = [...transitions, ...tolerated.filter(({ via }) => via !== 'update' || updated)]
  const missable = new Set(states.filter(({ transient }) => transient || sparse).map(({ name }) => name))
  // Rating, or a review, may have ended just before an accepted bind, with no read between them.
  if ((from === 'pending' || madeReady) && bound && (to === 'bound' || to === 'issued'))
    missable.add('ready_to_bind')
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
