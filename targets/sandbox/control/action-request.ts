import type { EndpointRequest } from '../events/endpoint.ts'
import { type EventType, eventTypes } from '../events/table.ts'
import type { Platform } from '../platform.ts'
import { ControlRefusal, textOf } from './refusal.ts'

const isEventType = (name: unknown): name is EventType => eventTypes.some((type) => type === name)

/**
 * Reads the endpoint that an operator asks for: an http or https address and the event types it subscribes
 * to. Where it is not the first partner's, it has a `partner_id`, too.
 */
export function readWish(given: Readonly<Record<string, unknown>>, { directory }: Platform): EndpointRequest {
  const url = textOf(given, 'url')
  // Plain http is for receivers on the same machine; a production portal takes https alone.
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new ControlRefusal(400, 'url must be an http or https address')
  const events = given.events
  if (!Array.isArray(events) || events.length === 0 || !events.every(isEventType))
    throw new ControlRefusal(400, `events must be a list of ${eventTypes.join(', ')}`)
  const certificate = given.certificate === undefined ? undefined : textOf(given, 'certificate')
  const request = { url, events: [...new Set(events)], ...(certificate === undefined ? {} : { certificate }) }
  if (given.partner_id === undefined) return request
  const partnerId = textOf(given, 'partner_id')
  if (!directory.partners.has(partnerId)) throw new ControlRefusal(404, `there is no partner ${partnerId}`)
  return { ...request, partnerId }
}
