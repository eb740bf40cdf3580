import { type Html, html } from '../../../../web/html.ts'
import { countdown, livePart, secretsOnce } from '../../../../web/parts.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import { type EmittedEventType, eventTypes } from '../../events/table.ts'
import { deleteEndpoint, enableEndpoint, rotateSecret } from '../../office/endpoint-actions.ts'
import { found, Refusal } from '../../office/refusal.ts'
import type { Page, PortalOperation } from '../operation.ts'
import type { Params, Visit } from '../visit.ts'
import { needUser, ownEndpoint, webhookArea } from './area.ts'
import { statusBadge } from './endpoints.ts'
import { exampleOf } from './examples.ts'
import { deliveryLogOf } from './log.ts'

const endpointId = (visit: Visit, params: Params) => ({ endpoint_id: ownEndpoint(visit, params).id })

/** The endpoint of an operation that was admitted. */
const subject = ({ endpoint_id }: Readonly<Record<string, unknown>>, { site }: Visit): Endpoint =>
  found(site.platform.endpoints.get(String(endpoint_id)), 'there is no such endpoint')

/** Marks of the secrets, which are not the secrets. */
const secretState = ({ secret, previous }: Endpoint) => [secret.slice(-4), previous?.rotatedAt]

function secrets(endpoint: Endpoint, { site: { platform } }: Visit): Html {
  const { webhooks } = platform.behaviour
  const { previous } = endpoint
  const both = webhooks.validSecrets(endpoint, platform).length > 1 && previous !== undefined
  const left = (previous?.rotatedAt ?? 0) + webhooks.gracePeriod - platform.clock.now()
  const old = both
    ? html`<br><code>…${previous.secret.slice(-4)}</code> previous, valid for ${countdown(left, platform.clock.kind !== 'virtual')} more`
    : undefined
  return html`<code>…${endpoint.secret.slice(-4)}</code> current${old}`
}

function breaker({ failures, status }: Endpoint, { site: { platform } }: Visit): Html {
  const { webhooks } = platform.behaviour
  const counted = failures.filter((at) => at >= platform.clock.now() - webhooks.window).length
  const unit = webhooks.breaker === 'attempts' ? 'failed attempts' : 'failed deliveries'
  const open = status === 'disabled' ? html` It gets no deliveries until you enable it again.` : undefined
  return html`${Math.min(counted, webhooks.threshold)} of ${webhooks.threshold} ${unit} within ${webhooks.window / 60_000} minutes.${open}`
}

const endpointPage: Page = {
  area: webhookArea,
  path: '/webhooks/:endpoint_id',
  draw(visit) {
    const endpoint = ownEndpoint(visit, visit.params)
    const at = `/webhooks/${endpoint.id}`
    const params = { endpoint_id: endpoint.id }
    const state = html`<dl><dt>Status</dt><dd>${statusBadge(endpoint)} ${endpoint.status === 'disabled' ? visit.form(enable, params) : undefined}</dd>
<dt>Event types</dt><dd>${endpoint.events.join(', ')}</dd><dt>Breaker</dt><dd>${breaker(endpoint, visit)}</dd>
<dt>Signing secret</dt><dd>${secrets(endpoint, visit)}</dd></dl>`
    return {
      title: endpoint.url,
      live: true,
      main: html`${livePart('state', state)}${deliveryLogOf(endpoint, visit)}
<h2>Send a test event</h2>${visit.form(test, params)}
<h2>Recover failed deliveries</h2><p>Send all failed deliveries again: of the last <a href="${at}/recover/1">hour</a>, of the last <a href="${at}/recover/24">day</a>, or <a href="${at}/recover/0">all of them</a>. You see the number first.</p>
<h2>Rotate the signing secret</h2><p>The old secret stays valid beside the new one for ${visit.site.platform.behaviour.webhooks.gracePeriod / 60_000} minutes. Let your receiver accept both meanwhile: a delivery that it refuses is sent again.</p>${visit.form(rotate, params)}
<h2>Delete the endpoint</h2><p><a href="${at}/delete">See what is deleted with it</a></p>`,
    }
  },
}

const enable: PortalOperation = {
  path: '/webhooks/:endpoint_id/enable',
  button: 'Enable again',
  given: endpointId,
  seen: (given, visit) => subject(given, visit).status,
  act: enableEndpoint,
  done: (_answer, _visit, { endpoint_id }) => ({
    to: `/webhooks/${endpoint_id}`,
    notice: 'The endpoint gets deliveries again. Earlier failures no longer count.',
  }),
  page: endpointPage,
}

const rotate: PortalOperation = {
  path: '/webhooks/:endpoint_id/rotate',
  button: 'Rotate the secret',
  given: endpointId,
  seen: (given, visit) => secretState(subject(given, visit)),
  act: rotateSecret,
  done: ({ id, secret }, visit) => ({
    title: 'The secret is rotated',
    main: html`${secretsOnce([['New signing secret', String(secret)]])}
<p>The old secret stays valid for ${visit.site.platform.behaviour.webhooks.gracePeriod / 60_000} minutes. Let your receiver accept both until then.</p>
<p><a href="/webhooks/${String(id)}">To the endpoint</a></p>`,
  }),
  page: endpointPage,
}

const test: PortalOperation = {
  path: '/webhooks/:endpoint_id/test',
  button: 'Send the test event',
  fields: [
    {
      name: 'type',
      label: 'Event type',
      kind: 'choice',
      options: eventTypes.map((one) => [one, one] as const),
    },
  ],
  given: endpointId,
  act(given, platform, visit) {
    const endpoint = subject(given, visit)
    if (endpoint.status === 'disabled')
      throw new Refusal('conflict', 'the endpoint is disabled: enable it first')
    const type = found(
      eventTypes.find((one) => one === given.type),
      'there is no such event type',
    )
    const [id, at] = [platform.behaviour.ids.event(platform), platform.clock.now()]
    visit.site.queue.test({ id, type, at, test: true, body: testBody(type, visit) }, endpoint)
    return { id }
  },
  done: ({ id }, _visit, { endpoint_id }) => ({
    to: `/webhooks/${endpoint_id}/deliveries/${String(id)}`,
    notice: 'The test event is on its way.',
  }),
  page: endpointPage,
}

/** The published example of an event type, as if it happened now to this partner. */
function testBody(type: EmittedEventType, visit: Visit): Readonly<Record<string, unknown>> {
  const { platform, description } = visit.site
  const { partner } = needUser(visit)
  const example = exampleOf(type, description)
  const data = 'partnerId' in example.data ? { ...example.data, partnerId: partner.id } : example.data
  const timestamp = platform.behaviour.formats.timestamp(platform.clock.now())
  return { ...example, timestamp, brokerageId: partner.brokerageId, data }
}

const deletePage: Page = {
  area: webhookArea,
  path: '/webhooks/:endpoint_id/delete',
  draw(visit) {
    const endpoint = ownEndpoint(visit, visit.params)
    const all = visit.site.platform.deliveries.of(endpoint)
    const waiting = all.filter(({ nextAt }) => nextAt !== undefined).length
    return {
      title: 'Delete this endpoint?',
      main: html`<p><code>${endpoint.url}</code></p><p>This goes with it, for good:</p>
<ul><li>its subscriptions: ${endpoint.events.join(', ')}</li><li>its log of ${all.length} deliveries</li>
<li>${waiting} deliveries that wait for their next attempt</li><li>its signing secret</li></ul>
${visit.form(remove, { endpoint_id: endpoint.id })}<p><a href="/webhooks/${endpoint.id}">Keep it</a></p>`,
    }
  },
}

const remove: PortalOperation = {
  path: '/webhooks/:endpoint_id/delete',
  button: 'Delete the endpoint',
  danger: true,
  given: endpointId,
  seen: (given, visit) => visit.site.platform.deliveries.of(subject(given, visit)).length,
  act: deleteEndpoint,
  done: () => ({ to: '/webhooks', notice: 'The endpoint is deleted.' }),
  page: deletePage,
}

export const oneEndpointPages: readonly Page[] = [endpointPage, deletePage]
export const oneEndpointOperations: readonly PortalOperation[] = [enable, rotate, test, remove]
