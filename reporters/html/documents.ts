import type { DocumentCellRow, ViewTables } from '../../conformance/views.ts'
import type { RunRecord } from '../record.ts'
import { mergeEqualRows } from './merge-equal-rows.ts'

/** One cell of the document matrix: the expected answer and the answers of the run. */
export interface DrawnCell extends DocumentCellRow {
  readonly seen: readonly { readonly answer: string; readonly times: number }[]
}

export interface DocumentDrawing {
  readonly name: string
  readonly cells: readonly DrawnCell[]
}

/** Draws the document matrix of the specification, with the answers that the scenarios of a run saw. */
export function documentDrawings(
  { scenarios }: Pick<RunRecord, 'scenarios'>,
  { documents }: ViewTables,
): readonly DocumentDrawing[] {
  const seen = mergeEqualRows(scenarios.flatMap(({ views }) => views?.documents ?? []))
  return documents.map(({ name, cells }) => ({
    name,
    cells: cells.map((cell) => ({
      ...cell,
      seen: seen
        .filter(({ document, state }) => document === name && state === cell.state)
        .map(({ answer, times }) => ({ answer, times })),
    })),
  }))
}
