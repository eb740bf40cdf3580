import { closeSync, existsSync, openSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { ConformanceError } from '../conformance/errors.ts'
import { type Migration, migrate, versionOf } from './migrations.ts'
import type { Database } from './port.ts'

export interface DatabaseOptions {
  /** Migration number N leads to version N; each runs once for each file. */
  readonly migrations: readonly Migration[]
  /** No other process may open the file meanwhile. */
  readonly exclusive?: boolean
  /** How long a statement waits while another process writes, in milliseconds. Default 5000. */
  readonly busyMs?: number
}

/** Result code of SQLite for a file that somebody else has locked. */
const BUSY = 5
/** Lowest byte of an extended result code: the result code. */
const RESULT_CODE = 0xff

/**
 * Opens a file, makes it if it is absent, and brings it to the newest version. Before an older file is changed, it is copied to
 * `FILE.vN`, N being its version.
 *
 * @throws ConformanceError STORAGE_UNUSABLE for a file that is in use, newer than this program, damaged or no database, and where
 * this Node has no SQLite
 */
export async function openDatabase(file: string, options: DatabaseOptions): Promise<Database> {
  const sqlite = await loadSqlite()
  // SQLite gives the files beside it the same mode.
  closeSync(openSync(file, 'a', 0o600))
  let raw: DatabaseSync | undefined
  try {
    raw = new sqlite.DatabaseSync(file)
    raw.exec(`PRAGMA busy_timeout = ${options.busyMs ?? 5000}`)
    if (options.exclusive === true) raw.exec('PRAGMA locking_mode = EXCLUSIVE')
    raw.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    // An exclusive lock is taken at the first access only.
    if (options.exclusive === true) raw.exec('BEGIN IMMEDIATE; COMMIT')
    const database = portTo(raw, file, sqlite.backup)
    const version = versionOf(database)
    const copy = `${file}.v${version}`
    if (version > 0 && version < options.migrations.length && !existsSync(copy)) await database.backup(copy)
    migrate(database, options.migrations)
    return database
  } catch (error) {
    raw?.close()
    throw unusable(file, error, 'STORAGE_UNUSABLE')
  }
}

/** Node has it without a flag from 22.13 on, unless it was built or started without it. */
async function loadSqlite(): Promise<typeof import('node:sqlite')> {
  try {
    return await import('node:sqlite')
  } catch (cause) {
    throw new ConformanceError('STORAGE_UNUSABLE', `this Node, ${process.version}, has no SQLite`, {
      hint: 'use an official build of Node, without --no-experimental-sqlite, or leave out --data',
      cause,
    })
  }
}

type Backup = typeof import('node:sqlite').backup

function portTo(raw: DatabaseSync, file: string, backup: Backup): Database {
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? raw.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    run: (sql, ...values) => void prepared(sql).run(...values),
    all: (sql, ...values) => prepared(sql).all(...values),
    transaction(work) {
      raw.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        raw.exec('COMMIT')
        return result
      } catch (error) {
        // An error such as a full disk may have ended the transaction already.
        if (raw.isTransaction) raw.exec('ROLLBACK')
        throw unusable(file, error, 'STORAGE_FAILED')
      }
    },
    async backup(to) {
      await backup(raw, to)
    },
    close: () => raw.close(),
  }
}

/** The error for the user; errors that are not of SQLite stay as they are. */
function unusable(file: string, error: unknown, code: 'STORAGE_UNUSABLE' | 'STORAGE_FAILED'): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error
  const isBusy = (Number(error.errcode) & RESULT_CODE) === BUSY
  const what = isBusy
    ? 'is in use by another process'
    : `cannot be ${code === 'STORAGE_FAILED' ? 'written' : 'used'}: ${error.message}`
  return new ConformanceError(code, `${file} ${what}`, { hint: HINTS[isBusy ? 'busy' : code], cause: error })
}

const HINTS = {
  busy: 'end that one first, or name another folder',
  STORAGE_UNUSABLE: 'restore a backup, or name another folder',
  STORAGE_FAILED: 'everything that was answered is stored; correct this and start again',
} as const
