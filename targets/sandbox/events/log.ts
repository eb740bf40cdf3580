import type { Platform } from '../platform.ts'
import type { EventSubjects, EventType } from './payloads.ts'

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

/** Everything that has happened, and who wants to hear of it. */
export interface EventLog {
  readonly all: readonly PlatformEvent[]
  /** Records an event about its subject and tells every listener, in the order of their coming. */
  emit<T extends EventType>(type: T, subject: EventSubjects[T], platform: Platform): void
  onEvent(listener: (event: PlatformEvent) => void): void
}

export function createEventLog(): EventLog {
  const all: PlatformEvent[] = []
  const listeners: ((event: PlatformEvent) => void)[] = []
  return {
    all,
    emit(type, subject, platform) {
      for (const event of platform.behaviour.events.made(type, subject, platform)) {
        all.push(event)
        for (const listener of listeners) listener(event)
      }
    },
    onEvent(listener) {
      listeners.push(listener)
    },
  }
}
