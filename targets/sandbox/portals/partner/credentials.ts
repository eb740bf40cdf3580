import { type Html, html } from '../../../../web/html.ts'
import { badge, moment, secretsOnce, table } from '../../../../web/parts.ts'
import { createClient, createWebhookKey, revokeWebhookKey, setClient } from '../../office/actions.ts'
import type { Client, WebhookKey } from '../../office/directory.ts'
import { found } from '../../office/refusal.ts'
import type { Page, PortalOperation } from '../operation.ts'
import { needPerson } from '../people.ts'
import type { Visit } from '../visit.ts'
import { partnerArea } from './area.ts'

/** The account of whoever is signed in. */
export const signedInPartner = (visit: Visit) => ({ partner_id: needPerson(visit).partner.id })

const clientsOf = (visit: Visit): readonly Client[] => {
  const { id } = needPerson(visit).partner
  return [...visit.site.platform.directory.clients.values()].filter(({ partnerId }) => partnerId === id)
}

const ownClient = (visit: Visit, { client_id = '' }: Readonly<Record<string, string>>) => {
  const client = clientsOf(visit).find(({ id }) => id === client_id)
  return { client_id: found(client, 'there is no such API client').id }
}

const clientRow = (client: Client, visit: Visit) => {
  const isActive = client.status === 'active'
  return [
    html`<strong>${client.name}</strong>${client.description === undefined ? undefined : html`<br>${client.description}`}`,
    html`<code>${client.id}</code>`,
    html`<code>…${client.secret.lastFour}</code>`,
    badge(client.status, isActive ? 'good' : 'quiet'),
    moment(client.createdAt),
    visit.form(isActive ? deactivate : activate, { client_id: client.id }),
  ]
}

const clientsPage: Page = {
  area: partnerArea,
  path: '/partner/clients',
  draw: (visit) => ({
    title: 'API clients',
    main: html`<p>An API client gets access tokens with its id and its secret. An inactive client gets no new token. Its tokens stay valid until they expire.</p>
${table(
  ['Name', 'Client id', 'Secret', 'Status', 'Created', ''],
  clientsOf(visit).map((client) => clientRow(client, visit)),
  'No API client yet.',
)}<h2>New API client</h2>${visit.form(addClient)}`,
  }),
}

const addClient: PortalOperation = {
  path: '/partner/clients',
  button: 'Create the client',
  fields: [
    { name: 'name', label: 'Name', kind: 'text', hint: 'Such as the name of your application.' },
    { name: 'description', label: 'Description', kind: 'text', optional: true },
  ],
  given: signedInPartner,
  // Sent twice by accident, it creates one client only.
  seen: (_given, visit) => clientsOf(visit).map(({ id }) => id),
  act: createClient,
  done: ({ client_id, client_secret }) => ({
    title: 'The API client is created',
    main: html`${secretsOnce([
      ['Client id', String(client_id)],
      ['Client secret', String(client_secret)],
    ])}<p>A lost secret cannot be shown again: create another client instead.</p>
<p><a href="/partner/clients">To the API clients</a> · <a href="/partner/keys">Next: an integration key</a></p>`,
  }),
  page: clientsPage,
}

const statusChange = (verb: string, button: string, status: Client['status']): PortalOperation => ({
  path: `/partner/clients/:client_id/${verb}`,
  button,
  given: ownClient,
  seen: ({ client_id }, visit) => clientsOf(visit).find(({ id }) => id === client_id)?.status,
  act: setClient(status),
  done: () => ({ to: '/partner/clients', notice: `The API client is ${status}.` }),
  page: clientsPage,
})
const activate = statusChange('activate', 'Activate', 'active')
const deactivate = statusChange('deactivate', 'Deactivate', 'inactive')

const webhookKeysOf = (visit: Visit): readonly WebhookKey[] => {
  const { id } = needPerson(visit).partner
  return [...visit.site.platform.directory.webhookKeys.values()].filter(({ partnerId }) => partnerId === id)
}

const ownWebhookKey = (visit: Visit, { webhook_key_id = '' }: Readonly<Record<string, string>>) => {
  const key = webhookKeysOf(visit).find(({ id }) => id === webhook_key_id)
  return { webhook_key_id: found(key, 'there is no such webhook key').id }
}

const webhookKeysPage: Page = {
  area: partnerArea,
  path: '/partner/webhook-keys',
  draw: (visit) => ({
    title: 'Webhook keys',
    main: html`<p>With a webhook key, colleagues without a login here open an account of the webhook portal. It is not a signing secret.</p>
${table(
  ['Key', 'Status', 'Created', ''],
  webhookKeysOf(visit).map(({ id, secret, status, createdAt }): readonly Html[] => [
    html`<code>…${secret.lastFour}</code>`,
    badge(status, status === 'active' ? 'good' : 'quiet'),
    moment(createdAt),
    status === 'active' ? visit.form(revoke, { webhook_key_id: id }) : html``,
  ]),
  'No webhook key yet.',
)}${visit.form(addWebhookKey)}`,
  }),
}

const addWebhookKey: PortalOperation = {
  path: '/partner/webhook-keys',
  button: 'Create a webhook key',
  given: signedInPartner,
  seen: (_given, visit) => webhookKeysOf(visit).map(({ id }) => id),
  act: createWebhookKey,
  done: ({ webhook_key }) => ({
    title: 'The webhook key is created',
    main: html`${secretsOnce([['Webhook key', String(webhook_key)]])}
<p>With this key anybody can <a href="/webhooks/register">open an account of the webhook portal</a>.</p>
<p><a href="/partner/webhook-keys">To the webhook keys</a></p>`,
  }),
  page: webhookKeysPage,
}

const revoke: PortalOperation = {
  path: '/partner/webhook-keys/:webhook_key_id/revoke',
  button: 'Revoke',
  danger: true,
  given: ownWebhookKey,
  seen: ({ webhook_key_id }, visit) => webhookKeysOf(visit).find(({ id }) => id === webhook_key_id)?.status,
  act: revokeWebhookKey,
  done: () => ({ to: '/partner/webhook-keys', notice: 'The key opens no account any more.' }),
  page: webhookKeysPage,
}

export const credentialPages: readonly Page[] = [clientsPage, webhookKeysPage]
export const credentialOperations: readonly PortalOperation[] = [
  addClient,
  activate,
  deactivate,
  addWebhookKey,
  revoke,
]
