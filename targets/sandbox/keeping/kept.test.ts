import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { mayChange } from './keeping.ts'
import { keepIn } from './kept.ts'
import { testStore } from './testing.ts'

interface Note {
  text: string
}

function setUp() {
  const store = testStore()
  const kept = keepIn(store, (error) => {
    throw error
  })
  return { store, kept, notes: kept.map<Note>('notes') }
}

const storedIn = (store: ReturnType<typeof testStore>) =>
  store.read('notes').map(({ id, body }) => [id, JSON.parse(body).text])

describe('a kept map', () => {
  test.each<[string, (notes: Map<string, Note>) => void]>([
    ['get', (notes) => Object.assign(notes.get('a') ?? {}, { text: 'new' })],
    ['set', (notes) => notes.set('a', { text: 'new' })],
    ['values', (notes) => [...notes.values()].map((note) => Object.assign(note, { text: 'new' }))],
    ['entries', (notes) => [...notes].map(([, note]) => Object.assign(note, { text: 'new' }))],
    ['forEach', (notes) => notes.forEach((note) => void Object.assign(note, { text: 'new' }))],
  ])('stores what is changed after %s', async (_, change) => {
    const { store, notes } = setUp()
    notes.set('a', { text: 'old' })
    await turn()
    change(notes)
    await turn()
    expect(storedIn(store)).toEqual([['a', 'new']])
    expect(store.transactions).toBe(2)
  })

  test('stores nothing where records were only read', async () => {
    const { store, notes } = setUp()
    notes.set('a', { text: 'one' })
    await turn()
    notes.get('a')
    await turn()
    expect(store.transactions).toBe(1)
  })

  test('is not checked for records that are only read, and stores what is set meanwhile', async () => {
    const kept = keepIn(testStore(), () => {})
    const write = vi.fn((note: Note) => note)
    const notes = kept.map('notes', { write })
    notes.set('a', { text: 'one' })
    await turn()
    const texts = kept.onlyReading(() => {
      notes.set('b', { text: 'two' })
      return [...notes.values(), notes.get('a')].map((note) => note?.text)
    })
    expect(texts).toEqual(['one', 'two', 'one'])
    await turn()
    expect(write).toHaveBeenCalledTimes(2)
    notes.get('a')
    await turn()
    expect(write).toHaveBeenCalledTimes(3)
  })

  test('stores the changes of a turn in one transaction', async () => {
    const { store, kept, notes } = setUp()
    notes.set('a', { text: 'one' }).set('b', { text: 'two' })
    kept.map<number>('counts').set('c', 3)
    await turn()
    expect(store.transactions).toBe(1)
  })

  test('keeps the order of its records, and forgets what was deleted', async () => {
    const { store, notes } = setUp()
    for (const id of ['a', 'b', 'c', 'd']) notes.set(id, { text: id })
    await turn()
    notes.delete('a')
    notes.set('a', { text: 'again' })
    notes.set('b', { text: 'changed' })
    notes.delete('c')
    notes.set('e', { text: 'never seen' })
    notes.delete('e')
    await turn()
    expect(storedIn(store)).toEqual([
      ['b', 'changed'],
      ['d', 'd'],
      ['a', 'again'],
    ])
    expect([
      ...keepIn(store, () => {})
        .map('notes')
        .keys(),
    ]).toEqual(['b', 'd', 'a'])
    notes.clear()
    await turn()
    expect(storedIn(store)).toEqual([])
  })

  test('stores what a request changes long after it was read', async () => {
    const { store, kept, notes } = setUp()
    notes.set('a', { text: 'old' })
    await turn()
    const end = kept.begin()
    const note = notes.get('a')
    await kept.saved(() => {})
    Object.assign(note ?? {}, { text: 'late' })
    await kept.saved(end)
    expect(storedIn(store)).toEqual([['a', 'late']])
  })

  test('does not see what is changed without being read', async () => {
    const { store, kept, notes } = setUp()
    const note = { text: 'old' }
    notes.set('a', note)
    await turn()
    note.text = 'new'
    await kept.saved(() => {})
    expect(storedIn(store)).toEqual([['a', 'old']])
    mayChange(notes, 'a')
    await turn()
    expect(storedIn(store)).toEqual([['a', 'new']])
  })

  test('has only digests of keys that are secret', async () => {
    const { store, kept } = setUp()
    const form = { secret: true, keyOf: ({ text }: Note) => text } as const
    kept.map<Note>('tokens', form).set('tell-nobody', { text: 'tell-nobody' })
    await turn()
    expect(store.readable()).not.toMatch(/tell-nobody/)
    expect(
      keepIn(store, () => {})
        .map<Note>('tokens', form)
        .has('tell-nobody'),
    ).toBe(true)
  })

  test('lets nothing out that was not stored', async () => {
    const store = testStore()
    const errors: unknown[] = []
    const kept = keepIn(store, (error) => errors.push(error))
    store.fail()
    kept.map<Note>('notes').set('a', { text: 'one' })
    let isOut = false
    void kept.saved(() => {
      isOut = true
    })
    await turn()
    void kept.saved(() => {
      isOut = true
    })
    await turn()
    expect({ isOut, errors: errors.map(String) }).toEqual({
      isOut: false,
      errors: ['Error: database or disk is full'],
    })
  })
})
