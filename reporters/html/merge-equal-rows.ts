/** Merges rows that differ only in `times`, and adds these up. The rows keep the order of their first appearance. */
export function mergeEqualRows<Row extends { readonly times: number }>(rows: readonly Row[]): readonly Row[] {
  const groups = Map.groupBy(rows, ({ times: _, ...row }) => JSON.stringify(row))
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((row) => ({ ...row, times: group.reduce((sum, { times }) => sum + times, 0) })),
  )
}
