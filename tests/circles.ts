/** The files that each file imports, for types or for values. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

interface Visit {
  readonly order: number
  /** The earliest visited file that can be reached from here. */
  earliest: number
}

/**
 * Finds the groups of files in which each one imports all others, directly or indirectly (Tarjan's strongly connected
 * components).
 *
 * @returns every group of two files or more, its names in order
 */
export function circlesOf(graph: ImportGraph): readonly (readonly string[])[] {
  const visits = new Map<string, Visit>()
  const open: string[] = []
  const circles: (readonly string[])[] = []
  const visit = (file: string): Visit => {
    const here: Visit = { order: visits.size, earliest: visits.size }
    visits.set(file, here)
    open.push(file)
    for (const imported of graph.get(file) ?? []) {
      const there = visits.get(imported) ?? visit(imported)
      if (open.includes(imported)) here.earliest = Math.min(here.earliest, there.earliest)
    }
    if (here.earliest === here.order) {
      const group = open.splice(open.indexOf(file))
      if (group.length > 1) circles.push(group.sort())
    }
    return here
  }
  for (const file of graph.keys()) if (!visits.has(file)) visit(file)
  return circles
}
