import { createHash } from 'node:crypto'
import type { RecordChange, RecordStore } from '../../../conformance/ports/records.ts'
import type { JsonConversion, Keeping } from './keeping.ts'
import { TouchedMap } from './touched-map.ts'

/** A keeping with a store behind it. */
export interface Kept extends Keeping {
  /** Calls a function before each time that changes are looked for. */
  onSave(before: () => void): void
  /** Says that a request has begun; returns a function for its end. Until then it may change what it has read. */
  begin(): () => void
  /** Stores what has changed, and closes the store. */
  close(): void
}

/** A map with what is known about its records. */
interface Collection {
  /** Says what has to be written for a record; empty when it is stored as it is. */
  changes(key: string): readonly RecordChange[]
}

interface Touched {
  readonly collection: Collection
  readonly key: string
  /** The number of the touch, counted over all records. */
  readonly at: number
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * Keeps records in a store. The changes of a turn of the event loop are one transaction.
 *
 * @param failed called when something cannot be stored; after that nothing is `saved` any more
 */
export function keepIn(store: RecordStore, failed: (error: unknown) => void): Kept {
  const names = new Set<string>()
  /** Records to check, the one that was touched last at the end. */
  const open = new Map<string, Touched>()
  /** The touches at which the requests under way began, the oldest first. */
  const underWay = new Set<number>()
  let [touches, isReading, isBroken, isClosed] = [0, false, false, false]
  let waiting: (() => void)[] = []
  let planned: NodeJS.Immediate | undefined
  let before = (): void => {}

  const save = (): void => {
    before()
    const changes = [...open.values()].flatMap(({ collection, key }) => collection.changes(key))
    if (changes.length > 0) store.write(changes)
    // A request under way may still change what it has read.
    const [oldest = touches + 1] = underWay
    for (const [name, { at }] of open) {
      if (at >= oldest) break
      open.delete(name)
    }
  }
  const turn = (): void => {
    if (isBroken || isClosed) return
    const going = waiting
    waiting = []
    try {
      save()
    } catch (error) {
      isBroken = true
      failed(error)
      return
    } finally {
      planned = undefined
    }
    for (const then of going) then()
  }
  const plan = (): void => {
    planned ??= setImmediate(turn)
  }

  return {
    map<V>(name: string, form: JsonConversion<V> = {}): Map<string, V> {
      const { write = (value: V) => value, read = (json: never) => json, keyOf } = form
      if (names.has(name)) throw new TypeError(`there are two maps of ${name}`)
      names.add(name)
      const map = new TouchedMap<V>()
      const idOf = (key: string) => (keyOf === undefined ? key : digest(key))
      /** The digest of each record as it is stored. */
      const stored = new Map<string, string>()
      const gone = new Set<string>()
      for (const { id, body } of store.read(name)) {
        const value = read(JSON.parse(body) as never)
        const key = keyOf === undefined ? id : keyOf(value)
        map.set(key, value)
        stored.set(key, digest(body))
      }
      const collection: Collection = {
        changes(key) {
          const [id, value, isGone] = [idOf(key), map.peek(key), gone.delete(key)]
          const changes: RecordChange[] = []
          // A record that was deleted and set again has another place among the others.
          if (isGone && stored.delete(key)) changes.push({ collection: name, id })
          if (value === undefined) return changes
          const body = JSON.stringify(write(value))
          const now = digest(body)
          if (stored.get(key) === now) return changes
          stored.set(key, now)
          return [...changes, { collection: name, id, body, ...(form.secret && { secret: true }) }]
        },
      }
      map.watch((key, how) => {
        if (how === 'read' && isReading) return
        if (how === 'deleted') gone.add(key)
        const place = `${name} ${key}`
        open.delete(place)
        touches += 1
        open.set(place, { collection, key, at: touches })
        plan()
      })
      return map
    },
    onlyReading(work) {
      isReading = true
      try {
        return work()
      } finally {
        isReading = false
      }
    },
    saved(then) {
      return new Promise((resolve) => {
        waiting.push(() => {
          then()
          resolve()
        })
        plan()
      })
    },
    onSave(work) {
      before = work
    },
    begin() {
      touches += 1
      const number = touches
      underWay.add(number)
      return () => void underWay.delete(number)
    },
    close() {
      clearImmediate(planned)
      turn()
      isClosed = true
      store.close()
    },
  }
}
