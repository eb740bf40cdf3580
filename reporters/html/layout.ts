import type { ViewTables } from '../../conformance/views.ts'

/** The place of a state in the drawing: column and row, counted from 0. */
export interface StatePlace {
  readonly name: string
  readonly column: number
  readonly row: number
}

/**
 * Lays out a state machine from left to right. Each state stands to the right of all states that lead to it. The shortest path
 * from `new` to the last column has the first row for itself.
 */
export function statePlaces({ states, transitions }: ViewTables): readonly StatePlace[] {
  const published = transitions.filter((edge) => edge.published)
  const names = ['new', ...states.map(({ name }) => name)]
  const column = new Map(names.map((name) => [name, 0]))
  // One round for each state is enough to follow every path to its end, even with loops.
  for (const _ of names)
    for (const { from, to } of published)
      column.set(to, Math.max(column.get(to) ?? 0, Math.min((column.get(from) ?? 0) + 1, names.length)))
  const columnOf = (name: string) => column.get(name) ?? 0
  const last = names.reduce((far, name) => (columnOf(name) > columnOf(far) ? name : far), 'new')
  const main = new Set(shortestWay(published, 'new', last))
  const filled = new Map<number, number>()
  return names.map((name) => {
    const row = main.has(name) ? 0 : (filled.get(columnOf(name)) ?? 0) + 1
    if (row > 0) filled.set(columnOf(name), row)
    return { name, column: columnOf(name), row }
  })
}

function shortestWay(
  edges: readonly { readonly from: string; readonly to: string }[],
  from: string,
  to: string,
): readonly string[] {
  const queue = [[from]]
  const seen = new Set([from])
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const last = path.at(-1)
    if (last === to) return path
    for (const edge of edges) {
      if (edge.from !== last || seen.has(edge.to)) continue
      seen.add(edge.to)
      queue.push([...path, edge.to])
    }
  }
  return []
}
