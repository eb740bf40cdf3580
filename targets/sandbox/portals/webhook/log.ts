import { type Html, html } from '../../../../web/html.ts'
import { badge, countdown, livePart, moment, type Tone, table } from '../../../../web/parts.ts'
import type { DeliveryState, EventDelivery } from '../../deliveries/log.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import { eventTypes } from '../../events/table.ts'
import type { Visit } from '../visit.ts'

/** How many deliveries one page shows. */
const ROWS = 50

const TONES: Readonly<Record<DeliveryState, Tone>> = {
  delivered: 'good',
  pending: 'waits',
  held: 'waits',
  failed: 'bad',
  dropped: 'bad',
}

export const stateBadge = ({ state }: Pick<EventDelivery, 'state'>): Html => badge(state, TONES[state])

/** The next attempt: "attempt 5 of 10 in 12 s". */
export function nextAttempt({ attempts, nextAt, state }: EventDelivery, { site: { platform } }: Visit): Html {
  if (state === 'dropped') return html`the endpoint was disabled when it fell due`
  if (state === 'held') return html`waits until the endpoint is enabled`
  if (nextAt === undefined) return attempts.some(isUnderWay) ? html`waits for the answer` : html``
  const number = attempts.filter(({ resent }) => resent === undefined).length + 1
  const left = countdown(nextAt - platform.clock.now(), platform.clock.kind !== 'virtual')
  return html`attempt ${number} of ${platform.behaviour.webhooks.attempts} in ${left}`
}

const isUnderWay = ({ endedAt }: { readonly endedAt?: number }): boolean => endedAt === undefined

/** Which of the endpoint's secrets signed an attempt. */
export function secretName(lastFour: string | undefined, { secret, previous }: Endpoint): string {
  if (lastFour === undefined) return ''
  if (lastFour === secret.slice(-4)) return `…${lastFour} (current)`
  return previous !== undefined && lastFour === previous.secret.slice(-4)
    ? `…${lastFour} (previous)`
    : `…${lastFour} (older)`
}

interface Filter {
  readonly state: string
  readonly type: string
  readonly from: string
  readonly to: string
}

const filterOf = (visit: Visit): Filter => ({
  state: visit.query('state'),
  type: visit.query('type'),
  from: visit.query('from'),
  to: visit.query('to'),
})

/** Reads a moment as a browser sends it, in UTC; undefined where there is none. */
function momentOf(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

const isWanted =
  ({ state, type, from, to }: Filter) =>
  (delivery: EventDelivery): boolean =>
    (state === '' || delivery.state === state) &&
    (type === '' || delivery.event.type === type) &&
    delivery.event.at >= (momentOf(from) ?? 0) &&
    delivery.event.at <= (momentOf(to) ?? Number.POSITIVE_INFINITY)

/** The delivery log of an endpoint, the latest first. */
export function deliveryLogOf(endpoint: Endpoint, visit: Visit): Html {
  const filter = filterOf(visit)
  const wanted = visit.site.platform.deliveries.of(endpoint).filter(isWanted(filter)).toReversed()
  const page = Math.max(1, Number.parseInt(visit.query('page'), 10) || 1)
  const shown = wanted.slice((page - 1) * ROWS, page * ROWS)
  const rows = shown.map((delivery) => row(delivery, visit))
  const head = ['Event', 'Happened', 'State', 'Attempts', 'Last answer', 'Signed with', 'Next']
  return html`<h2>Deliveries</h2>${filterForm(filter)}
${livePart('log', html`${table(head, rows, 'No delivery yet.')}${pages(page, wanted.length, filter)}`)}`
}

function row(delivery: EventDelivery, visit: Visit): readonly Html[] {
  const { event, endpoint, attempts } = delivery
  const last = attempts.at(-1)
  const resent = attempts.filter((one) => one.resent).length
  return [
    html`<a href="/webhooks/${endpoint.id}/deliveries/${event.id}" id="to-${event.id}">${event.type}</a>${event.test ? html` ${badge('test', 'quiet')}` : undefined}`,
    moment(event.at),
    stateBadge(delivery),
    html`${attempts.length - resent}${resent > 0 ? ` + ${resent} resent` : ''}`,
    html`${last === undefined ? '' : (last.status ?? last.failure ?? '')}`,
    html`${secretName(last?.exchange?.secretLastFour, endpoint)}`,
    nextAttempt(delivery, visit),
  ]
}

function filterForm({ state, type, from, to }: Filter): Html {
  const option = (value: string, chosen: string) =>
    html`<option value="${value}"${value === chosen ? html` selected` : html``}>${value === '' ? 'all' : value}</option>`
  const moments = (name: string, label: string, value: string) =>
    html`<label>${label} (UTC)<input type="datetime-local" step="1" name="${name}" value="${value}"></label>`
  return html`<form class="filter" method="get" aria-label="Filter of deliveries">
<label>State<select name="state">${['', ...Object.keys(TONES)].map((one) => option(one, state))}</select></label>
<label>Event type<select name="type">${['', ...eventTypes].map((one) => option(one, type))}</select></label>
${moments('from', 'From', from)}${moments('to', 'To', to)}<button>Show</button></form>`
}

function pages(page: number, all: number, filter: Filter): Html | undefined {
  if (all <= ROWS) return undefined
  const to = (number: number, label: string) =>
    html`<a href="?${new URLSearchParams({ ...filter, page: String(number) }).toString()}">${label}</a>`
  return html`<p>Page ${page} of ${Math.ceil(all / ROWS)}: ${all} deliveries. ${page > 1 ? to(page - 1, 'Newer') : undefined} ${
    page * ROWS < all ? to(page + 1, 'Older') : undefined
  }</p>`
}
