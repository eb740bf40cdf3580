import type { EmittedEventType } from './table.ts'

/** An event as it happened. */
export interface PlatformEvent {
  readonly id: string
  readonly type: EmittedEventType
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The partner whose quote it is about; absent for events for everybody. */
  readonly partnerId?: string
  /** A person asked for it, to try an endpoint. */
  readonly test?: true
  /** The payload that is delivered. */
  readonly body: Readonly<Record<string, unknown>>
}
