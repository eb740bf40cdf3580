/** Merges equal rows into one with their number. */
export function counted<Row extends object>(
  rows: readonly Row[],
): readonly (Row & { readonly times: number })[] {
  return [...Map.groupBy(rows, (row) => JSON.stringify(row)).values()].flatMap((group) =>
    group.slice(0, 1).map((row) => ({ ...row, times: group.length })),
  )
}
