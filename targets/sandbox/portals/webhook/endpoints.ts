import { type Html, html } from '../../../../web/html.ts'
import { badge, block, livePart, secretsOnce, table } from '../../../../web/parts.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import { eventTypes } from '../../events/table.ts'
import { registerEndpoint } from '../../office/endpoint-actions.ts'
import type { Page, PortalOperation } from '../operation.ts'
import type { Visit } from '../visit.ts'
import { endpointsOf, needUser, webhookArea } from './area.ts'

export const statusBadge = ({ status }: Endpoint): Html =>
  badge(status, status === 'enabled' ? 'good' : 'bad')

const endpointRow = (endpoint: Endpoint, { site }: Visit): readonly Html[] => {
  const all = site.platform.deliveries.of(endpoint)
  const count = (state: string) => all.filter((one) => one.state === state).length
  const lost = count('failed') + count('dropped')
  return [
    html`<a href="/webhooks/${endpoint.id}">${endpoint.url}</a>`,
    html`${endpoint.events.join(', ')}`,
    statusBadge(endpoint),
    html`${count('delivered')} delivered, ${count('pending') + count('held')} waiting, ${lost} failed`,
  ]
}

const endpointsPage: Page = {
  area: webhookArea,
  path: '/webhooks',
  draw(visit) {
    const rows = endpointsOf(visit).map((endpoint) => endpointRow(endpoint, visit))
    return {
      title: 'Endpoints',
      live: true,
      main: html`${livePart('endpoints', table(['Endpoint', 'Events', 'Status', 'Deliveries'], rows, 'No endpoint yet.'))}
<h2>New endpoint</h2>${visit.form(register)}${listening(visit)}`,
    }
  },
}

const listening = ({ site: { listenLine } }: Visit): Html | undefined =>
  listenLine &&
  html`<p>If the sandbox cannot reach your receiver, run this beside it, on your laptop for example, and register the address that it prints:</p>${block(listenLine(), 'command')}`

const register: PortalOperation = {
  path: '/webhooks',
  button: 'Register the endpoint',
  fields: [
    {
      name: 'url',
      label: 'Address',
      kind: 'url',
      hint: 'In production a public https address. This sandbox also sends to http on this machine.',
      most: 2000,
    },
    {
      name: 'events',
      label: 'Event types',
      kind: 'choices',
      options: eventTypes.map((type) => [type, type] as const),
    },
  ],
  given: (visit) => ({ partner_id: needUser(visit).partner.id }),
  seen: (_given, visit) => endpointsOf(visit).map(({ id }) => id),
  act: registerEndpoint,
  done: ({ id, secret }) => ({
    title: 'The endpoint is registered',
    main: html`${secretsOnce([['Signing secret', String(secret)]])}
<p>Your receiver verifies each delivery with this secret. It must answer with 2xx within 8 seconds.</p>
<p><a href="/webhooks/${String(id)}">To the endpoint and its deliveries</a></p>`,
  }),
  page: endpointsPage,
}

export const endpointPages: readonly Page[] = [endpointsPage]
export const endpointOperations: readonly PortalOperation[] = [register]
