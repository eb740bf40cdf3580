import type { Endpoint, EndpointRequest } from '../events/endpoint.ts'
import { type EmittedEventType, eventTypes } from '../events/table.ts'
import type { Platform } from '../platform.ts'
import type { OfficeAction } from './actions.ts'
import { found, type Given, Refusal, textOf } from './refusal.ts'

const endpointOf = (given: Given, { endpoints }: Platform): Endpoint => {
  const id = textOf(given, 'endpoint_id')
  return found(endpoints.get(id), `there is no endpoint ${id}`)
}

const shown = (endpoint: Endpoint, { behaviour }: Platform) => behaviour.endpoints.shown(endpoint)

/** Only this answer and that of a rotation contain a signing secret. */
export const registerEndpoint: OfficeAction = (given, platform) => {
  const endpoint = platform.behaviour.endpoints.register(requestOf(given, platform), platform)
  return { ...shown(endpoint, platform), secret: endpoint.secret }
}

export const rotateSecret: OfficeAction = (given, platform) => {
  const endpoint = endpointOf(given, platform)
  platform.behaviour.endpoints.rotate(endpoint, platform)
  return { id: endpoint.id, secret: endpoint.secret }
}

export const showEndpoint: OfficeAction = (given, platform) => shown(endpointOf(given, platform), platform)

export const enableEndpoint: OfficeAction = (given, platform) => {
  const endpoint = endpointOf(given, platform)
  platform.behaviour.endpoints.enable(endpoint, platform)
  return shown(endpoint, platform)
}

export const deleteEndpoint: OfficeAction = (given, platform) => {
  platform.behaviour.endpoints.remove(endpointOf(given, platform), platform)
  return { done: true }
}

export const showDeliveries: OfficeAction = (given, platform) => ({
  deliveries: platform.behaviour.logs.shown(endpointOf(given, platform), platform),
})

const isEventType = (name: unknown): name is EmittedEventType => eventTypes.some((type) => type === name)

/**
 * Reads the endpoint that an operator asks for: an http or https address and its event types. Where it is not the first partner's,
 * the request also has a `partner_id`.
 */
function requestOf(given: Given, { directory }: Platform): EndpointRequest {
  const url = textOf(given, 'url')
  // Plain http is for receivers on the same machine; a production portal accepts https only.
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new Refusal('invalid', 'url must be an http or https address', 'url')
  const events = given.events
  if (!Array.isArray(events) || events.length === 0 || !events.every(isEventType))
    throw new Refusal('invalid', `events must be a list of ${eventTypes.join(', ')}`)
  const certificate = given.certificate === undefined ? undefined : textOf(given, 'certificate')
  const request = { url, events: [...new Set(events)], ...(certificate === undefined ? {} : { certificate }) }
  if (given.partner_id === undefined) return request
  const partnerId = textOf(given, 'partner_id')
  found(directory.partners.get(partnerId), `there is no partner ${partnerId}`)
  return { ...request, partnerId }
}
