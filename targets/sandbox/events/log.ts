import type { Keeping } from '../keeping/keeping.ts'
import type { PlatformEvent } from './event.ts'
import type { EventRules } from './rules.ts'
import {
  type EmittedEventType,
  type EventSubjects,
  type EventTrigger,
  eventTable,
  eventTypes,
} from './table.ts'

/** Everything that has happened, and its listeners. */
export interface EventLog<P> {
  readonly all: readonly PlatformEvent[]
  /** Records an event about its subject and calls every listener, in the order in which they were added. */
  emit<T extends EmittedEventType>(type: T, subject: EventSubjects[T], platform: P): void
  /** Emits the events of an occasion. */
  occur(occasion: EventTrigger, subject: EventSubjects[EmittedEventType], platform: P): void
  /** Records an event that no listener gets. */
  add(event: PlatformEvent): void
  onEvent(listener: (event: PlatformEvent) => void): void
}

/** Keeps the events of a platform, made by the platform's own rules. */
export function createEventLog<P extends { readonly behaviour: { readonly events: EventRules<P> } }>(
  keeping: Keeping,
): EventLog<P> {
  const kept = keeping.map<PlatformEvent>('events')
  const all = [...kept.values()]
  const listeners: ((event: PlatformEvent) => void)[] = []
  const add = (event: PlatformEvent): void => {
    all.push(event)
    kept.set(event.id, event)
  }
  const emit: EventLog<P>['emit'] = (type, subject, platform) => {
    for (const event of platform.behaviour.events.made(type, subject, platform)) {
      add(event)
      for (const listener of listeners) listener(event)
    }
  }
  return {
    all,
    emit,
    occur(occasion, subject, platform) {
      for (const type of eventTypes)
        if (eventTable[type].on === occasion) emit(type, subject as never, platform)
    },
    add,
    onEvent(listener) {
      listeners.push(listener)
    },
  }
}
