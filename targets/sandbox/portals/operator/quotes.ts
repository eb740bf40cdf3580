import { type Html, html } from '../../../../web/html.ts'
import { badge, livePart, moment, type Tone, table } from '../../../../web/parts.ts'
import { gate, review } from '../../control/quotes.ts'
import { found } from '../../office/refusal.ts'
import type { Quote, QuoteStatus } from '../../quotes/quote.ts'
import type { Page, PortalOperation } from '../operation.ts'
import { needOperator } from '../people.ts'
import type { Params, Visit } from '../visit.ts'
import { operatorArea } from './area.ts'

const MOST_ROWS = 200

const TONES: Readonly<Record<QuoteStatus, Tone>> = {
  pending: 'waits',
  approved_rate: 'waits',
  ready_to_bind: 'good',
  bound: 'waits',
  issued: 'good',
  declined: 'bad',
  underwriter_review: 'waits',
  failed: 'bad',
}

/** Quotes with their state; those that await a review have its two ends. */
export function quoteRows(quotes: readonly Quote[], visit: Visit): Html {
  const { partners } = visit.site.platform.directory
  return table(
    ['Quote', 'Insured', 'Partner', 'State', 'Created', ''],
    quotes.map(({ id, status, submission, createdAt, partnerId }) => [
      html`<code>${id}</code>`,
      submission.insured_name,
      partners.get(partnerId)?.name ?? partnerId,
      badge(status, TONES[status]),
      moment(createdAt),
      status === 'underwriter_review'
        ? html`<div class="actions">${reviews.map((one) => visit.form(one, { quote_id: id }))}</div>`
        : '',
    ]),
    'No quote yet.',
  )
}

const quotesPage: Page = {
  area: operatorArea,
  path: '/operator/quotes',
  draw(visit) {
    needOperator(visit)
    const { quotes, rating, issue } = visit.site.platform
    const all = [...quotes.values()].toReversed()
    const held = (isHeld: boolean, name: string, hold: PortalOperation, release: PortalOperation) =>
      html`<dt>${name}</dt><dd>${isHeld ? badge('held', 'waits') : badge('goes on', 'good')} ${visit.form(isHeld ? release : hold)}</dd>`
    return {
      title: 'Quotes',
      live: true,
      main: html`<dl>${held(rating.held, 'Ratings', holds.rating.hold, holds.rating.release)}${held(issue.held, 'Binds', holds.issue.hold, holds.issue.release)}</dl>
<p>While ratings are held, new quotes stay pending. While binds are held, quotes stay bound.</p>
${livePart('quotes', html`${quoteRows(all.slice(0, MOST_ROWS), visit)}${all.length > MOST_ROWS ? html`<p>The latest ${MOST_ROWS} of ${all.length}.</p>` : undefined}`)}`,
    }
  },
}

const quoteOf = ({ quote_id }: Params | Readonly<Record<string, unknown>>, { site }: Visit): Quote =>
  found(site.platform.quotes.get(String(quote_id).toLowerCase()), 'there is no such quote')

const reviewTo = (verb: string, button: string, to: 'ready_to_bind' | 'declined'): PortalOperation => ({
  path: `/operator/quotes/:quote_id/${verb}`,
  button,
  given(visit, params) {
    needOperator(visit)
    return { quote_id: quoteOf(params, visit).id }
  },
  seen: (given, visit) => quoteOf(given, visit).status,
  act: review(to),
  done: ({ quote_status }) => ({ to: '/operator/quotes', notice: `The quote is ${quote_status}.` }),
  page: quotesPage,
})
const reviews = [reviewTo('approve', 'Approve', 'ready_to_bind'), reviewTo('decline', 'Decline', 'declined')]

const gateTo = (name: 'rating' | 'issue', change: 'hold' | 'release', notice: string): PortalOperation => ({
  path: `/operator/${name}/${change}`,
  button: change === 'hold' ? 'Hold' : 'Release',
  given(visit) {
    needOperator(visit)
    return {}
  },
  seen: (_given, { site }) => site.platform[name].held,
  act: gate(name, change),
  done: () => ({ to: '/operator/quotes', notice }),
  page: quotesPage,
})
const holds = {
  rating: {
    hold: gateTo('rating', 'hold', 'Ratings are held: new quotes stay pending.'),
    release: gateTo('rating', 'release', 'Ratings go on.'),
  },
  issue: {
    hold: gateTo('issue', 'hold', 'Binds are held: quotes stay bound.'),
    release: gateTo('issue', 'release', 'Binds go on.'),
  },
}

export const quotePages: readonly Page[] = [quotesPage]
export const quoteOperations: readonly PortalOperation[] = [
  ...reviews,
  ...Object.values(holds).flatMap(({ hold, release }) => [hold, release]),
]
