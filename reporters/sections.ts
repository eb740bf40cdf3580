/** Titles of the specification's sections, by the number with which clauses begin. */
const titles: Readonly<Record<string, string>> = {
  '1': 'Service',
  '2': 'Resources and fields',
  '3': 'States and documents',
  '4': 'Endpoints',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versions',
}

export interface Section<T> {
  readonly number: string
  readonly title: string
  readonly members: readonly T[]
}

/** Groups items by the section with which their clause begins, in the order of the specification. */
export function bySection<T extends { readonly clause: string }>(
  members: readonly T[],
): readonly Section<T>[] {
  const groups = Map.groupBy(members, ({ clause }) => clause.split('.', 1)[0] ?? clause)
  return [...groups]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .map(([number, group]) => ({ number, title: titles[number] ?? 'Other', members: group }))
}
