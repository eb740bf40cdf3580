import { type Html, html } from '../../../../web/html.ts'
import { badge, block, livePart, moment, table } from '../../../../web/parts.ts'
import type { Attempt, EventDelivery } from '../../deliveries/log.ts'
import { found } from '../../office/refusal.ts'
import type { Page, PortalOperation } from '../operation.ts'
import type { Params, Visit } from '../visit.ts'
import { ownEndpoint, webhookArea } from './area.ts'
import { nextAttempt, secretName, stateBadge } from './log.ts'

const deliveriesOf = (visit: Visit, params: Params): readonly EventDelivery[] =>
  visit.site.platform.deliveries.of(ownEndpoint(visit, params))

const ownDelivery = (visit: Visit, params: Params): EventDelivery =>
  found(
    deliveriesOf(visit, params).find(({ event }) => event.id === params.event_id),
    'there is no such delivery',
  )

const deliveryPage: Page = {
  area: webhookArea,
  path: '/webhooks/:endpoint_id/deliveries/:event_id',
  draw(visit) {
    const delivery = ownDelivery(visit, visit.params)
    const { event, endpoint, attempts } = delivery
    const shown = attempts.map((attempt, place) => attemptOf(attempt, place, delivery)).toReversed()
    const facts = html`<dl><dt>State</dt><dd>${stateBadge(delivery)} ${nextAttempt(delivery, visit)}</dd><dt>Event-ID</dt><dd><code>${event.id}</code></dd>
<dt>Happened</dt><dd>${moment(event.at)}${event.test ? html` ${badge('test', 'quiet')}` : undefined}</dd><dt>Endpoint</dt><dd><a href="/webhooks/${endpoint.id}">${endpoint.url}</a></dd></dl>`
    return {
      title: `Delivery of ${event.type}`,
      live: true,
      main: html`${livePart('delivery', html`${facts}<h2>Attempts</h2>${shown.length === 0 ? html`<p class="none">None yet.</p>` : shown}`)}
<h2>Send it again</h2><p>The Event-ID stays, the Timestamp is new. It counts for neither the schedule nor the breaker.</p>${visit.form(resend, visit.params)}`,
    }
  },
}

const headerTable = (headers: Readonly<Record<string, string>>): Html =>
  table(
    ['Header', 'Value'],
    Object.entries(headers).map(([name, value]) => [html`<code>${name}</code>`, html`<code>${value}</code>`]),
    'No headers.',
  )

function attemptOf(
  { number, startedAt, endedAt, status, failure, resent, exchange }: Attempt,
  place: number,
  { event, endpoint }: EventDelivery,
): Html {
  const outcome = endedAt === undefined ? 'waits for the answer' : `${status ?? failure ?? ''}`
  const tone =
    status !== undefined && status >= 200 && status < 300 ? 'good' : endedAt === undefined ? 'waits' : 'bad'
  const took = endedAt === undefined ? '' : ` after ${endedAt - startedAt} ms`
  const bench = new URLSearchParams({ endpoint: endpoint.id, event: event.id, attempt: String(place) })
  return html`<details id="attempt-${place}"><summary>${resent ? html`resent ${number}` : html`attempt ${number}`} ${badge(outcome, tone)} ${moment(startedAt)}${took}</summary>
${
  exchange &&
  html`<p>Signed with ${secretName(exchange.secretLastFour, endpoint)}. <a href="/webhooks/signature?${bench.toString()}">Verify its signature</a></p>
<h3>Request</h3>${headerTable(exchange.request.headers)}${block(exchange.request.body, 'body of the request')}
<h3>Answer</h3>${exchange.answer === undefined ? html`<p class="none">None.</p>` : html`${headerTable(exchange.answer.headers)}${exchange.answer.body === '' ? html`<p class="none">No body.</p>` : block(exchange.answer.body, 'body of the answer')}`}`
}</details>`
}

const resend: PortalOperation = {
  path: '/webhooks/:endpoint_id/deliveries/:event_id/resend',
  button: 'Send it again',
  given(visit, params) {
    ownDelivery(visit, params)
    return { endpoint_id: params.endpoint_id, event_id: params.event_id }
  },
  act(_given, _platform, visit) {
    visit.site.queue.resend(ownDelivery(visit, visit.params))
    return {}
  },
  done: (_answer, { params }) => ({
    to: `/webhooks/${params.endpoint_id}/deliveries/${params.event_id}`,
    notice: 'It is on its way once more.',
  }),
  page: deliveryPage,
}

const HOUR_MS = 3_600_000
const SPANS: Readonly<Record<string, string>> = {
  '0': 'ever',
  '1': 'in the last hour',
  '24': 'in the last day',
}

/** Deliveries that failed for good, of events within so many hours; 0 is ever. */
function failedOf(visit: Visit, params: Params): readonly EventDelivery[] {
  const hours = Number(found(SPANS[params.hours ?? ''] && params.hours, 'there is no such span'))
  const since = hours === 0 ? 0 : visit.site.platform.clock.now() - hours * HOUR_MS
  return deliveriesOf(visit, params).filter(
    ({ state, event }) => (state === 'failed' || state === 'dropped') && event.at >= since,
  )
}

const recoverPage: Page = {
  area: webhookArea,
  path: '/webhooks/:endpoint_id/recover/:hours',
  draw(visit) {
    const failed = failedOf(visit, visit.params)
    const back = html`<p><a href="/webhooks/${visit.params.endpoint_id ?? ''}">Back to the endpoint</a></p>`
    const span = SPANS[visit.params.hours ?? ''] ?? ''
    const rows = failed
      .slice(0, 20)
      .map(({ event }) => [event.type, html`<code>${event.id}</code>`, moment(event.at)])
    return {
      title: `Recover ${failed.length} failed ${failed.length === 1 ? 'delivery' : 'deliveries'}`,
      main: html`<p>${failed.length} deliveries of events that happened ${span} have failed. Each is sent once more, with the same Event-ID.</p>
${table(['Event', 'Event-ID', 'Happened'], rows, 'Nothing to recover.')}${failed.length > 20 ? html`<p>and ${failed.length - 20} more</p>` : undefined}
${failed.length === 0 ? undefined : visit.form(recover, visit.params)}${back}`,
    }
  },
}

const recover: PortalOperation = {
  path: '/webhooks/:endpoint_id/recover/:hours',
  button: 'Send them again',
  given(visit, params) {
    failedOf(visit, params)
    return { endpoint_id: params.endpoint_id, hours: params.hours }
  },
  // The visitor agreed to these, and to no others.
  seen: ({ endpoint_id, hours }, visit) =>
    failedOf(visit, { endpoint_id: String(endpoint_id), hours: String(hours) }).map(({ event }) => event.id),
  act(_given, _platform, visit) {
    const failed = failedOf(visit, visit.params)
    for (const delivery of failed) visit.site.queue.resend(delivery)
    return { count: failed.length }
  },
  done: ({ count }, { params }) => ({
    to: `/webhooks/${params.endpoint_id}`,
    notice: `${count} deliveries are on their way once more.`,
  }),
  page: recoverPage,
}

export const deliveryPages: readonly Page[] = [deliveryPage, recoverPage]
export const deliveryOperations: readonly PortalOperation[] = [resend, recover]
