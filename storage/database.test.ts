import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { testFolder } from '../conformance/testing.ts'
import { openDatabase } from './database.ts'
import type { Migration } from './migrations.ts'

const first: Migration = ['CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT']
const migrations = [first]
const file = () => join(testFolder(), 'notes.db')
const PUT = 'INSERT INTO notes (text) VALUES (?)'

describe('a database', () => {
  test('writes ahead, waits for the disk, and is strict about types', async () => {
    const database = await openDatabase(file(), { migrations })
    expect(database.all('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
    expect(database.all('PRAGMA synchronous')).toEqual([{ synchronous: 2 }])
    expect(database.all('PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }])
    expect(() => database.run('INSERT INTO notes (id, text) VALUES (?, ?)', 1, new Uint8Array(1))).toThrow(
      /TEXT/,
    )
    database.close()
  })

  test('can be read by its owner only', async () => {
    const path = file()
    const database = await openDatabase(path, { migrations })
    database.run(PUT, 'one')
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(statSync(`${path}-wal`).mode & 0o077).toBe(0)
    database.close()
  })

  test('stores all of a transaction or nothing', async () => {
    const database = await openDatabase(file(), { migrations })
    const half = () =>
      database.transaction(() => {
        database.run(PUT, 'one')
        throw new RangeError('stop')
      })
    expect(half).toThrow('stop')
    expect(database.transaction(() => database.run(PUT, 'two'))).toBeUndefined()
    expect(database.all('SELECT text FROM notes')).toEqual([{ text: 'two' }])
    database.close()
  })

  test('says that the disk is full, and has what was stored before', async () => {
    const database = await openDatabase(file(), { migrations })
    database.run(PUT, 'before')
    database.run('PRAGMA max_page_count = 3')
    const put = () => database.transaction(() => database.run(PUT, 'x'.repeat(100_000)))
    expect(put).toThrow(
      expect.objectContaining({ code: 'STORAGE_FAILED', message: expect.stringMatching(/is full/) }),
    )
    expect(database.all('SELECT text FROM notes')).toEqual([{ text: 'before' }])
    database.close()
  })

  test('has what a process wrote that was killed after its transaction', async () => {
    const path = file()
    const program = `
      import { openDatabase } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'database.ts')).href)}
      const database = await openDatabase(${JSON.stringify(path)}, { migrations: ${JSON.stringify(migrations)} })
      database.transaction(() => database.run(${JSON.stringify(PUT)}, 'kept'))
      process.kill(process.pid, 'SIGKILL')`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program])
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
    const database = await openDatabase(path, { migrations })
    expect(database.all('SELECT text FROM notes')).toEqual([{ text: 'kept' }])
    database.close()
  })

  test('says that it needs SQLite where Node has none', async () => {
    const program = `import { openDatabase } from '${pathToFileURL(join(import.meta.dirname, 'database.ts')).href}'
      await openDatabase(${JSON.stringify(file())}, { migrations: [] }).catch((error) => console.log(error.code, error.message))`
    const words = ['--no-experimental-sqlite', '--input-type=module-typescript', '--eval', program]
    const child = spawn(process.execPath, words)
    expect(await text(child.stdout)).toMatch(/^STORAGE_UNUSABLE this Node, v\S+, has no SQLite\n$/)
  })

  test('is copied while it stays in use', async () => {
    const path = file()
    const database = await openDatabase(path, { migrations })
    database.run(PUT, 'before')
    await database.backup(`${path}.copy`)
    database.run(PUT, 'after')
    const copy = await openDatabase(`${path}.copy`, { migrations })
    expect(copy.all('SELECT text FROM notes')).toEqual([{ text: 'before' }])
    for (const one of [database, copy]) one.close()
  })

  test.each([true, false])('opened for one process alone (%s) refuses a second one', async (exclusive) => {
    const path = file()
    const database = await openDatabase(path, { migrations, exclusive })
    const second = openDatabase(path, { migrations, exclusive, busyMs: 10 })
    if (exclusive)
      await expect(second).rejects.toMatchObject({
        code: 'STORAGE_UNUSABLE',
        message: expect.stringMatching(/in use/),
      })
    else (await second).close()
    database.close()
  })

  test.each([
    ['text', 'no database at all, but a long text that is not one of its pages'],
    ['zeros', '\0'.repeat(4096)],
  ])('that is damaged (%s) is refused and stays as it is', async (_, content) => {
    const path = file()
    writeFileSync(path, content)
    await expect(openDatabase(path, { migrations })).rejects.toMatchObject({ code: 'STORAGE_UNUSABLE' })
    expect(readFileSync(path, 'utf8')).toBe(content)
  })
})

describe('migrations', () => {
  const second: Migration = ['ALTER TABLE notes ADD COLUMN author TEXT']
  const third: Migration = (database) => {
    for (const { id, text } of database.all('SELECT id, text FROM notes'))
      database.run('UPDATE notes SET text = ? WHERE id = ?', String(text).toUpperCase(), Number(id))
  }
  const shapeOf = async (path: string) => {
    const database = await openDatabase(path, { migrations: [first, second, third] })
    const shape = database.all('SELECT sql FROM sqlite_schema')
    const version = database.all('PRAGMA user_version')
    const rows = database.all('SELECT text, author FROM notes')
    database.close()
    return { shape, version, rows }
  }
  const withNote = async (steps: readonly Migration[]) => {
    const path = file()
    const database = await openDatabase(path, { migrations: steps })
    database.run(PUT, 'one')
    database.close()
    return path
  }

  test.each([1, 2])('lead from version %i to the same as from nothing', async (version) => {
    const path = await withNote([first, second].slice(0, version))
    const { rows, ...rest } = await shapeOf(path)
    const fresh = await shapeOf(file())
    expect({ ...rest, rows: [] }).toEqual(fresh)
    expect(rows).toEqual([{ text: 'ONE', author: null }])
    expect(fresh.version).toEqual([{ user_version: 3 }])
  })

  test('run once only', async () => {
    const path = await withNote([first])
    expect((await shapeOf(path)).rows).toEqual((await shapeOf(path)).rows)
  })

  test('leave a copy of the older file', async () => {
    const path = await withNote([first])
    await shapeOf(path)
    const copy = await openDatabase(`${path}.v1`, { migrations })
    expect(copy.all('SELECT text FROM notes')).toEqual([{ text: 'one' }])
    copy.close()
    expect(existsSync(`${path}.v0`)).toBe(false)
  })

  test('that fail leave the version before', async () => {
    const path = await withNote([first])
    const failing: Migration = (database) => {
      database.run('DELETE FROM notes')
      throw new RangeError('stop')
    }
    await expect(openDatabase(path, { migrations: [first, second, failing] })).rejects.toThrow('stop')
    const database = await openDatabase(path, { migrations: [first, second] })
    expect(database.all('SELECT text FROM notes')).toEqual([{ text: 'one' }])
    database.close()
  })

  test('refuse a file of a newer program', async () => {
    const path = await withNote([first, second])
    await expect(openDatabase(path, { migrations })).rejects.toMatchObject({
      message: 'the data is of version 2, and this program knows versions up to 1',
    })
  })

  test('refuse the database of another program', async () => {
    const path = file()
    const other = await openDatabase(path, { migrations: [] })
    other.run('CREATE TABLE theirs (id INTEGER) STRICT')
    other.close()
    await expect(openDatabase(path, { migrations })).rejects.toMatchObject({ code: 'STORAGE_UNUSABLE' })
  })
})
