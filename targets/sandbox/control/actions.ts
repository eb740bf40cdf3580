import type { Client } from '../credentials/directory.ts'
import type { Endpoint } from '../events/endpoint.ts'
import type { Platform } from '../platform.ts'
import type { Action, Command, ControlRoute } from './action.ts'
import { readWish } from './action-request.ts'
import { addBroker } from './brokers.ts'
import { advanceClock } from './clock.ts'
import { shownDeliveries } from './deliveries.ts'
import { planFaults } from './faults.ts'
import { ControlRefusal, found } from './refusal.ts'

const done = { done: true } as const

const endpointOf = ({ id }: Command, { endpoints }: Platform): Endpoint =>
  found(endpoints.get(id), `there is no endpoint ${id}`)

const setClient =
  (status: Client['status']): Action =>
  ({ id }, { directory }) => {
    const client = found(directory.clients.get(id), `there is no client ${id}`)
    client.status = status
    return { client_id: client.id, status }
  }

const review =
  (to: 'ready_to_bind' | 'declined'): Action =>
  ({ id }, platform) => {
    const quote = found(platform.quotes.get(id.toLowerCase()), `there is no quote ${id}`)
    if (!platform.behaviour.lifecycle.review(quote, to, platform))
      throw new ControlRefusal(409, `the quote is in ${quote.status} and awaits no review`)
    return { quote_id: quote.id, quote_status: quote.status }
  }

const shown = (endpoint: Endpoint, { behaviour }: Platform) => behaviour.endpoints.shown(endpoint)

const gate =
  (name: 'rating' | 'issue', change: 'hold' | 'release'): Action =>
  (_command, platform) => {
    platform[name][change]()
    return done
  }

/** Everything that an operator can do. */
export const controlRoutes: readonly ControlRoute[] = [
  { method: 'POST', path: '/rating/hold', action: gate('rating', 'hold') },
  { method: 'POST', path: '/rating/release', action: gate('rating', 'release') },
  { method: 'POST', path: '/issue/hold', action: gate('issue', 'hold') },
  { method: 'POST', path: '/issue/release', action: gate('issue', 'release') },
  { method: 'POST', path: '/quotes/:id/approve', action: review('ready_to_bind') },
  { method: 'POST', path: '/quotes/:id/decline', action: review('declined') },
  {
    method: 'POST',
    path: '/endpoints',
    action(command, platform) {
      const endpoint = platform.behaviour.endpoints.register(readWish(command.given, platform), platform)
      return { ...shown(endpoint, platform), secret: endpoint.secret }
    },
  },
  {
    method: 'GET',
    path: '/endpoints/:id',
    action: (command, platform) => shown(endpointOf(command, platform), platform),
  },
  {
    method: 'GET',
    path: '/endpoints/:id/deliveries',
    action: (command, platform) => shownDeliveries(endpointOf(command, platform), platform),
  },
  {
    method: 'DELETE',
    path: '/endpoints/:id',
    action(command, platform) {
      platform.behaviour.endpoints.remove(endpointOf(command, platform), platform)
      return done
    },
  },
  {
    method: 'POST',
    path: '/endpoints/:id/enable',
    action(command, platform) {
      const endpoint = endpointOf(command, platform)
      platform.behaviour.endpoints.enable(endpoint, platform)
      return shown(endpoint, platform)
    },
  },
  {
    method: 'POST',
    path: '/endpoints/:id/rotate',
    action(command, platform) {
      const endpoint = endpointOf(command, platform)
      platform.behaviour.endpoints.rotate(endpoint, platform)
      return { id: endpoint.id, secret: endpoint.secret }
    },
  },
  { method: 'POST', path: '/clients/:id/deactivate', action: setClient('inactive') },
  { method: 'POST', path: '/clients/:id/activate', action: setClient('active') },
  { method: 'POST', path: '/brokers', action: addBroker },
  { method: 'POST', path: '/faults', action: planFaults },
  { method: 'POST', path: '/clock/advance', action: advanceClock },
  { method: 'GET', path: '/events', action: (_command, { events }) => ({ events: events.all }) },
]
