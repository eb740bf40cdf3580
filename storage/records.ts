import { join } from 'node:path'
import { ConformanceError } from '../conformance/errors.ts'
import type { RecordStore } from '../conformance/ports/records.ts'
import { openDatabase } from './database.ts'
import { readKey } from './key.ts'
import type { Migration } from './migrations.ts'
import { createSealing } from './sealing.ts'

/** Append a step to change the tables; never change one that was released. */
const RECORD_MIGRATIONS: readonly Migration[] = [
  [
    `CREATE TABLE records (
      position INTEGER PRIMARY KEY,
      collection TEXT NOT NULL,
      id TEXT NOT NULL,
      body TEXT NOT NULL,
      key_id TEXT,
      UNIQUE (collection, id)
    ) STRICT`,
  ],
]

const READ = 'SELECT id, body, key_id FROM records WHERE collection = ? ORDER BY position'
const DELETE = 'DELETE FROM records WHERE collection = ? AND id = ?'
// An update keeps the position of a record.
const PUT = `INSERT INTO records (collection, id, body, key_id) VALUES (?, ?, ?, ?)
  ON CONFLICT (collection, id) DO UPDATE SET body = excluded.body, key_id = excluded.key_id`

/**
 * Opens the records of a folder, for this process alone.
 *
 * @param key the key for secrets as 64 hex digits; default: the one in the file `key` of the folder, made if it is absent
 * @throws ConformanceError STORAGE_UNUSABLE when folder, file or key cannot be used
 */
export async function openRecords(folder: string, key?: string): Promise<RecordStore> {
  const sealing = createSealing(readKey(folder, key))
  const database = await openDatabase(join(folder, 'sandbox.db'), {
    migrations: RECORD_MIGRATIONS,
    exclusive: true,
    busyMs: 1000,
  })
  const others = 'SELECT key_id FROM records WHERE key_id <> ? LIMIT 1'
  const [other] = database.all(others, sealing.keyId)
  if (other !== undefined) {
    database.close()
    throw new ConformanceError(
      'STORAGE_UNUSABLE',
      `the secrets in ${folder} were sealed with key ${other.key_id}, and the key is ${sealing.keyId}`,
      { hint: 'give the key that the folder was made with' },
    )
  }
  const place = (collection: string, id: string) => `${collection}/${id}`
  return {
    read: (collection) =>
      database.all(READ, collection).map(({ id, body, key_id }) => ({
        id: String(id),
        body: key_id === null ? String(body) : sealing.open(String(body), place(collection, String(id))),
      })),
    write: (changes) =>
      database.transaction(() => {
        for (const { collection, id, body, secret } of changes) {
          if (body === undefined) database.run(DELETE, collection, id)
          else if (secret !== true) database.run(PUT, collection, id, body, null)
          else database.run(PUT, collection, id, sealing.seal(body, place(collection, id)), sealing.keyId)
        }
      }),
    close: () => database.close(),
  }
}
