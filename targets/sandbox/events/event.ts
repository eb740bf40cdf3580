import type { Quote } from '../quotes/quote.ts'

export interface Broker {
  readonly id: string
  readonly brokerageName: string
  readonly email: string
  readonly licensedStates: readonly string[]
  /** Milliseconds since the epoch. */
  readonly addedAt: number
}

/** Subject of an event of each type. */
export interface EventSubjects {
  readonly 'quote.created': Quote
  readonly 'quote.proposalReady': Quote
  readonly 'policy.created': Quote
  readonly 'broker.added': Broker
}

export type EventType = keyof EventSubjects

/** An event as it happened. */
export interface PlatformEvent {
  readonly id: string
  readonly type: EventType
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The partner whose quote it is about; absent for events that concern everybody. */
  readonly partnerId?: string
  /** The payload that is delivered. */
  readonly body: Readonly<Record<string, unknown>>
}
