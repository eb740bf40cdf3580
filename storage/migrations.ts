import { ConformanceError } from '../conformance/errors.ts'
import type { Database } from './port.ts'

/** One step to the next version: statements, or a function that rewrites rows. */
export type Migration = readonly string[] | ((database: Database) => void)

export const versionOf = (database: Pick<Database, 'all'>): number =>
  Number(database.all('PRAGMA user_version')[0]?.user_version ?? 0)

/**
 * Brings a database to the newest version, step by step. Each step is a transaction with its new version number, so that a kill
 * leaves one of the versions.
 *
 * @throws ConformanceError STORAGE_UNUSABLE when the file was written by a newer program, or by another one
 */
export function migrate(database: Database, migrations: readonly Migration[]): void {
  const found = versionOf(database)
  if (found > migrations.length)
    throw new ConformanceError(
      'STORAGE_UNUSABLE',
      `the data is of version ${found}, and this program knows versions up to ${migrations.length}`,
      { hint: 'use the newer program that wrote it' },
    )
  if (found === 0 && database.all('SELECT name FROM sqlite_schema').length > 0)
    throw new ConformanceError('STORAGE_UNUSABLE', 'the file is the database of another program', {
      hint: 'name another folder',
    })
  for (const [index, step] of migrations.entries()) {
    if (index < found) continue
    database.transaction(() => {
      if (typeof step === 'function') step(database)
      else for (const sql of step) database.run(sql)
      database.run(`PRAGMA user_version = ${index + 1}`)
    })
  }
}
