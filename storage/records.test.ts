import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testFolder } from '../conformance/testing.ts'
import { openDatabase } from './database.ts'
import { openRecords } from './records.ts'
import { createSealing } from './sealing.ts'

const KEY = 'ab'.repeat(32)

async function reopened(folder: string, key?: string) {
  const records = await openRecords(folder, key)
  return { records, [Symbol.dispose]: () => records.close() }
}

describe('records', () => {
  test('come back in the order in which they were first written', async () => {
    const folder = testFolder()
    {
      using opened = await reopened(folder)
      opened.records.write(['b', 'a', 'c'].map((id) => ({ collection: 'quotes', id, body: `"${id}"` })))
      opened.records.write([
        { collection: 'quotes', id: 'b', body: '"changed"' },
        { collection: 'quotes', id: 'a' },
        { collection: 'events', id: 'a', body: '1' },
      ])
    }
    using opened = await reopened(folder)
    expect(opened.records.read('quotes')).toEqual([
      { id: 'b', body: '"changed"' },
      { id: 'c', body: '"c"' },
    ])
    expect(opened.records.read('events')).toEqual([{ id: 'a', body: '1' }])
  })

  test('that are secret stand in no file of the folder', async () => {
    const folder = testFolder()
    using opened = await reopened(folder, KEY)
    const body = JSON.stringify('whsec_never-to-be-seen')
    opened.records.write([{ collection: 'endpoints', id: '1', body, secret: true }])
    expect(opened.records.read('endpoints')).toEqual([{ id: '1', body }])
    const files = readdirSync(folder)
    expect(files.length).toBeGreaterThan(0)
    for (const name of files)
      expect(readFileSync(join(folder, name)).includes('never-to-be-seen')).toBe(false)
  })

  test('are refused with another key than the one that sealed them', async () => {
    const folder = testFolder()
    {
      using opened = await reopened(folder)
      opened.records.write([{ collection: 'endpoints', id: '1', body: '1', secret: true }])
    }
    await expect(openRecords(folder, KEY)).rejects.toMatchObject({
      code: 'STORAGE_UNUSABLE',
      message: expect.stringMatching(/were sealed with key [0-9a-f]{16}, and the key is [0-9a-f]{16}$/),
    })
    rmSync(join(folder, 'key'))
    await expect(openRecords(folder)).rejects.toMatchObject({ code: 'STORAGE_UNUSABLE' })
  })

  test.each(['', 'ab', 'zz'.repeat(32)])('are not opened with %j for a key', async (key) => {
    await expect(openRecords(testFolder(), key)).rejects.toMatchObject({ code: 'STORAGE_UNUSABLE' })
    const folder = testFolder()
    writeFileSync(join(folder, 'key'), key)
    await expect(openRecords(folder)).rejects.toMatchObject({ code: 'STORAGE_UNUSABLE' })
  })

  test('are refused where the folder is a file', async () => {
    const file = join(testFolder(), 'file')
    writeFileSync(file, '')
    await expect(openRecords(file)).rejects.toMatchObject({ code: 'STORAGE_UNUSABLE' })
  })
})

test('records of version 1 are read', async () => {
  const folder = testFolder()
  const sealing = createSealing(Buffer.from(KEY, 'hex'))
  // As version 1 made it; this text never changes.
  const migrations = [
    [
      `CREATE TABLE records (position INTEGER PRIMARY KEY, collection TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL,
        key_id TEXT, UNIQUE (collection, id)) STRICT`,
    ],
  ]
  const database = await openDatabase(join(folder, 'sandbox.db'), { migrations })
  const put = 'INSERT INTO records (collection, id, body, key_id) VALUES (?, ?, ?, ?)'
  database.run(put, 'endpoints', 'b', sealing.seal('"one"', 'endpoints/b'), sealing.keyId)
  database.run(put, 'endpoints', 'a', '"two"', null)
  database.close()
  using opened = await reopened(folder, KEY)
  expect(opened.records.read('endpoints')).toEqual([
    { id: 'b', body: '"one"' },
    { id: 'a', body: '"two"' },
  ])
})

describe('a sealed text', () => {
  const sealing = createSealing(Buffer.from(KEY, 'hex'))
  const sealed = sealing.seal('secret', 'endpoints/1')

  test('opens at its place, and is another one each time', () => {
    expect(sealing.open(sealed, 'endpoints/1')).toBe('secret')
    expect(sealing.seal('secret', 'endpoints/1')).not.toBe(sealed)
  })

  test.each([
    ['elsewhere', sealed, 'endpoints/2'],
    ['changed', `${sealed.slice(0, 20)}${sealed[20] === 'A' ? 'B' : 'A'}${sealed.slice(21)}`, 'endpoints/1'],
    ['cut', sealed.slice(0, -4), 'endpoints/1'],
    ['empty', '', 'endpoints/1'],
  ])('does not open %s', (_, text, place) => {
    expect(() => sealing.open(text, place)).toThrow(/endpoints/)
  })

  test('has a key whose id tells nothing of it', () => {
    expect(sealing.keyId).toMatch(/^[0-9a-f]{16}$/)
    expect(KEY).not.toContain(sealing.keyId)
  })
})
