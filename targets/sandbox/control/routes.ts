import {
  addBroker,
  createClient,
  createKey,
  createWebhookKey,
  decidePartner,
  listKeys,
  onboardBroker,
  registerPartner,
  registerPortalAccount,
  revokeWebhookKey,
  rotateKey,
  setClient,
  showClient,
  showPartner,
} from '../office/actions.ts'
import {
  deleteEndpoint,
  enableEndpoint,
  registerEndpoint,
  rotateSecret,
  showDeliveries,
  showEndpoint,
} from '../office/endpoint-actions.ts'
import type { Action } from './action.ts'
import { advanceClock } from './clock.ts'
import { planFaults } from './faults.ts'
import { gate, review } from './quotes.ts'

interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Values in braces are passed to the action. */
  readonly path: string
  readonly action: Action
}

const get = (path: string, action: Action): ControlRoute => ({ method: 'GET', path, action })
const post = (path: string, action: Action): ControlRoute => ({ method: 'POST', path, action })

/** Everything that an operator can do. */
export const controlRoutes: readonly ControlRoute[] = [
  post('/rating/hold', gate('rating', 'hold')),
  post('/rating/release', gate('rating', 'release')),
  post('/issue/hold', gate('issue', 'hold')),
  post('/issue/release', gate('issue', 'release')),
  post('/quotes/{quote_id}/approve', review('ready_to_bind')),
  post('/quotes/{quote_id}/decline', review('declined')),

  post('/endpoints', registerEndpoint),
  get('/endpoints/{endpoint_id}', showEndpoint),
  get('/endpoints/{endpoint_id}/deliveries', showDeliveries),
  { method: 'DELETE', path: '/endpoints/{endpoint_id}', action: deleteEndpoint },
  post('/endpoints/{endpoint_id}/enable', enableEndpoint),
  post('/endpoints/{endpoint_id}/rotate', rotateSecret),

  post('/partners', registerPartner),
  get('/partners/{partner_id}', showPartner),
  post('/partners/{partner_id}/approve', decidePartner('active')),
  post('/partners/{partner_id}/deny', decidePartner('denied')),
  post('/partners/{partner_id}/disable', decidePartner('disabled')),
  post('/partners/{partner_id}/clients', createClient),
  get('/partners/{partner_id}/keys', listKeys),
  post('/partners/{partner_id}/keys', createKey),
  post('/partners/{partner_id}/keys/{slot}/rotate', rotateKey),
  post('/partners/{partner_id}/webhook-keys', createWebhookKey),

  get('/clients/{client_id}', showClient),
  post('/clients/{client_id}/activate', setClient('active')),
  post('/clients/{client_id}/deactivate', setClient('inactive')),
  post('/webhook-keys/{webhook_key_id}/revoke', revokeWebhookKey),
  post('/portal-accounts', registerPortalAccount),

  post('/brokers', addBroker),
  post('/brokers/onboard', onboardBroker),
  post('/faults', planFaults),
  post('/clock/advance', advanceClock),
  get('/events', (_given, { events }) => ({ events: events.all })),
]
