import { onTestFinished } from 'vitest'
import type { RecordStore } from '../../../conformance/ports/records.ts'
import type { EmbeddedOptions } from '../index.ts'
import { type Driver, drive } from '../testing.ts'

/** A store in memory. After its process was killed, as it were, nothing more is written. */
export interface TestStore extends RecordStore {
  readonly transactions: number
  /** The present records as text, as somebody who finds the file sees them; secret ones are left out. */
  readable(): string
  kill(): void
  /** Lets the next processes use it. */
  revive(): void
  /** Every transaction fails from now on. */
  fail(): void
}

export function testStore(): TestStore {
  const records = new Map<string, { collection: string; id: string; body: string; secret: boolean }>()
  let [isDead, isFull, transactions] = [false, false, 0]
  return {
    get transactions() {
      return transactions
    },
    readable: () =>
      [...records.values()].flatMap(({ id, body, secret }) => [id, secret ? '' : body]).join('\n'),
    read: (collection) => [...records.values()].filter((one) => one.collection === collection),
    write(changes) {
      if (isDead) return
      if (isFull) throw new Error('database or disk is full')
      transactions += 1
      for (const { collection, id, body, secret = false } of changes) {
        const place = `${collection} ${id}`
        if (body === undefined) records.delete(place)
        else records.set(place, { collection, id, body, secret })
      }
    },
    kill() {
      isDead = true
    },
    revive() {
      isDead = false
    },
    fail() {
      isFull = true
    },
    close() {},
  }
}

/** Sandboxes on one store, each killed before the next is started. */
export function life(options: EmbeddedOptions = {}) {
  const store = testStore()
  let before: Driver | undefined
  onTestFinished(() => before?.sandbox.close())
  return {
    store,
    async start(more: EmbeddedOptions = {}): Promise<Driver> {
      store.kill()
      await before?.sandbox.close()
      store.revive()
      const failed = (error: unknown) => {
        throw error
      }
      before = await drive({ ...options, ...more, data: { store, failed } })
      return before
    },
  }
}
