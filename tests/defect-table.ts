import { readTable } from '../conformance/table.ts'

/** Rows by the description of a defect, by the scenario in which it shows. */
type Table<Row> = Readonly<Record<string, Readonly<Record<string, Row>>>>

/**
 * Makes the defects of a YAML table.
 *
 * @param beside URL of the module that the table's name is relative to
 * @param make gets the description of the defect, its scenario and its row
 */
export const defectsIn = <Row, Defect>(
  table: string,
  beside: string,
  make: (name: string, scenario: string, row: Row) => Defect,
): Readonly<Record<string, Defect>> =>
  Object.fromEntries(
    Object.entries(readTable<Table<Row>>(table, beside)).flatMap(([scenario, rows]) =>
      Object.entries(rows).map(([name, row]) => [name, make(name, scenario, row)]),
    ),
  )
