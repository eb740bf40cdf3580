import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'

export type Value = SQLInputValue
export type Row = Readonly<Record<string, SQLOutputValue>>

/** A SQLite file. What a transaction stored survives a kill of the process and a loss of power. */
export interface Database {
  /** Runs a statement that returns no rows. */
  run(sql: string, ...values: readonly Value[]): void
  all(sql: string, ...values: readonly Value[]): readonly Row[]
  /**
   * Stores everything that the work writes, or nothing when it throws. Transactions do not nest.
   *
   * @throws ConformanceError STORAGE_FAILED, when the disk is full for example
   */
  transaction<T>(work: () => T): T
  /** Writes a copy of the present state to another file, while the database stays in use. */
  backup(file: string): Promise<void>
  close(): void
}
