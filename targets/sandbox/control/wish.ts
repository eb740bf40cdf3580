import { type EventType, standardEvents } from '../events/payloads.ts'
import { ControlRefusal, textOf } from './refusal.ts'

const isEventType = (name: unknown): name is EventType =>
  typeof name === 'string' && Object.hasOwn(standardEvents.payloads, name)

/** The endpoint that an operator wants: an http or https address and the event types it subscribes to. */
export function readWish(given: Readonly<Record<string, unknown>>): { url: string; events: EventType[] } {
  const url = textOf(given, 'url')
  // Plain http is for receivers on the same machine; a production portal takes https alone.
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new ControlRefusal(400, 'url must be an http or https address')
  const events = given.events
  if (!Array.isArray(events) || events.length === 0 || !events.every(isEventType))
    throw new ControlRefusal(
      400,
      `events must be a list of ${Object.keys(standardEvents.payloads).join(', ')}`,
    )
  return { url, events: [...new Set(events)] }
}
