/** A record that changed, or that is gone. */
export interface RecordChange {
  readonly collection: string
  readonly id: string
  /** The record as JSON; absent when it was deleted. */
  readonly body?: string
  /** It is stored encrypted, since it contains what nobody else may read. */
  readonly secret?: boolean
}

/** Collections of JSON records that survive the end of the process. */
export interface RecordStore {
  /** The records of a collection as JSON, in the order in which they were first written. */
  read(collection: string): readonly { readonly id: string; readonly body: string }[]
  /** Stores all changes or none; when it returns they survive a kill of the process and a loss of power. */
  write(changes: readonly RecordChange[]): void
  close(): void
}
