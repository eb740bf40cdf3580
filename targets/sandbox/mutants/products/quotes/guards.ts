import type { Platform } from '../../../platform.ts'
import type { Quote } from '../../../quotes/quote.ts'
import {
  acceptedTimes,
  isAscii,
  isOfSecondPartner,
  isRaised,
  type QuoteHistory,
  refusedWrites,
} from '../../course.ts'
import type { Guard } from '../product.ts'

/** Says whether a quote is in a circumstance now. */
type Holds = (course: QuoteHistory, quote: Quote, platform: Platform) => boolean

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Says whether an earlier quote of the same partner has the same value of something. */
const shares =
  (partOf: (quote: Quote) => unknown): Holds =>
  (_, quote, { quotes }) => {
    const own = partOf(quote)
    if (own === undefined) return false
    for (const other of quotes.values()) {
      if (other === quote) return false
      if (other.partnerId === quote.partnerId && partOf(other) === own) return true
    }
    return false
  }

const ofName =
  (isMeant: (name: string) => boolean): Holds =>
  (_, { submission }) =>
    isMeant(submission.insured_name)

const row = (id: string, words: string, holds: Holds): Guard<Quote, QuoteHistory> => ({ id, words, holds })

const MARKS = { apostrophe: "'", ampersand: '&', slash: '/', 'quotation-mark': '"' }

const STATES = [
  'pending',
  'underwriter_review',
  'approved_rate',
  'ready_to_bind',
  'bound',
  'issued',
  'declined',
]

/** Requests in states that do not allow them. */
const REFUSED_IN = [
  'bind in approved_rate',
  'bind in underwriter_review',
  'bind in bound',
  'update in underwriter_review',
  'update in issued',
] as const

/** One line a circumstance: whose the quote is, what was submitted, how it was rated, what was asked, and when. */
export const QUOTE_GUARDS: readonly Guard<Quote, QuoteHistory>[] = [
  row('other-partner', 'of another partner than the first', (_, ...of) => isOfSecondPartner(...of)),
  row('second-client', 'for which two clients asked', ({ clients }) => clients.size > 1),
  row('inactive-client', 'of a client that is inactive', ({ clients }, _, { directory }) =>
    [...clients].some((id) => directory.clients.get(id)?.status === 'inactive'),
  ),
  row('second-token', 'for which two tokens were used', ({ tokens }) => tokens.size > 1),
  row('secondary-key', 'with the secondary key', ({ key }) => key === 'secondary'),
  row('other-language', 'in another language', ({ submittedWith }) =>
    /^(?!en)/.test(submittedWith['accept-language'] ?? 'en'),
  ),
  row(
    'beyond-ascii',
    'with letters beyond ASCII',
    (_, { submission }) => !isAscii(JSON.stringify(submission)),
  ),
  ...Object.entries(MARKS).map(([id, mark]) =>
    row(
      id,
      `whose insured has the mark ${mark}`,
      ofName((name) => name.includes(mark)),
    ),
  ),
  row(
    'long-name',
    'with a long name',
    ofName((name) => name.length > 200),
  ),
  row(
    'known-name',
    'of a known insured',
    shares(({ submission }) => submission.insured_name),
  ),
  row(
    'known-tax-id',
    'with a known tax id',
    shares(({ submission }) => submission.insured_taxid),
  ),
  row(
    'sent-twice',
    'that was sent twice',
    shares(({ submission }) => JSON.stringify(submission)),
  ),
  row(
    'amounts-as-strings',
    'with amounts as strings',
    (_, { submission }) => typeof submission.agg_limit === 'string',
  ),
  row(
    'later-term',
    'with a later term',
    (_, { submission, createdAt }) => Date.parse(submission.effective_date) > createdAt + 60 * DAY_MS,
  ),
  row('on-a-31st', 'that begins on a 31st', (_, { submission }) => submission.effective_date.endsWith('-31')),
  row('without-tax-id', 'without a tax id', (_, { submission }) => submission.insured_taxid === undefined),
  row('with-claims', 'with claims', (_, { submission }) => Number(submission.claims.claims_count) > 0),
  row(
    'without-website',
    'without a website',
    (_, { submission }) => submission.website.has_website === false,
  ),
  row('large-company', 'of a large company', (_, { submission }) => Number(submission.revenue) >= 10_000_000),
  row('high-limit', 'with a high limit', (_, { submission }) => Number(submission.agg_limit) >= 3_000_000),
  row(
    'other-state',
    'outside of Oregon, where the usual insured is',
    (_, { submission }) => submission.insured_location.address_state !== 'OR',
  ),
  row('high-risk', 'with high risk', (_, { submission }) => submission.question_highrisk),
  ...STATES.map((state) =>
    row(`in-${state.replaceAll('_', '-')}`, `in ${state}`, (_, { status }) => status === state),
  ),
  row('reviewed', 'that a person approved', ({ reviewed }) => reviewed),
  row(
    'unknown-broker',
    'whose broker is not onboarded',
    (_, { submission }, platform) =>
      !platform.behaviour.brokers.isOnboarded(submission.broker_email, platform),
  ),
  row('waited', 'that waited for its broker', ({ waited }) => waited),
  row('raised', 'with a raised retention', (_, quote) => isRaised(quote)),
  row('held', 'whose rating was held', ({ held }) => held),
  row('bound-held', 'that was bound while issue was held', ({ boundHeld }) => boundHeld),
  row('updated', 'that was updated', (course) => acceptedTimes('update', course) > 0),
  row('updated-twice', 'that was updated twice', (course) => acceptedTimes('update', course) > 1),
  row('refused-once', 'of which a request was refused', (course) => refusedWrites(course) > 0),
  row('refused-thrice', 'of which three requests were refused', (course) => refusedWrites(course) >= 3),
  row('refused-bind', 'of which a bind was refused', ({ refused }) => (refused.get('bind') ?? 0) > 0),
  row('refused-document', 'of which a document was refused', ({ refused }) =>
    (['quote-preview', 'quote-proposal', 'policy-preview', 'policy'] as const).some((name) =>
      refused.has(name),
    ),
  ),
  ...REFUSED_IN.map((request) =>
    row(
      `refused-${request.replace(/[ _]/g, '-')}`,
      `of which a request was refused: ${request}`,
      ({ refusedIn }) => refusedIn.has(request),
    ),
  ),
  ...(['update', 'bind', 'policy'] as const).map((operation) =>
    row(`error-at-${operation}`, `that met an internal error at its ${operation}`, ({ broken }) =>
      broken.has(operation),
    ),
  ),
  row('proposal-read', 'whose proposal was read', (course) => acceptedTimes('quote-proposal', course) > 0),
  row('preview-read', 'whose preview was read', (course) => acceptedTimes('quote-preview', course) > 0),
  row('never-read-pending', 'that nobody read while it was pending', ({ seen }) => !seen.has('pending')),
  row('read-often', 'that was read five times', (course) => acceptedTimes('status', course) >= 5),
  row('asked-by-others', 'for which another partner asked', ({ askedByOthers }) => askedByOthers),
  row(
    'waited-an-hour',
    'that was submitted more than an hour ago',
    (_, { createdAt }, { clock }) => clock.now() - createdAt > HOUR_MS,
  ),
  row(
    'waited-a-day',
    'that was submitted more than a day ago',
    (_, { createdAt }, { clock }) => clock.now() - createdAt > DAY_MS,
  ),
  row(
    'bound-at-once',
    'that was bound before its proposal',
    (_, { proposal, status }) => status === 'bound' && proposal === 'none',
  ),
  row('even', 'with an even number', ({ place }) => place % 2 === 0),
  row('seventh', 'that is each seventh of its partner', ({ place }) => place % 7 === 0),
  row('beside-a-pending', 'beside a pending one of its partner', (_, quote, { quotes }) =>
    [...quotes.values()].some(
      (other) => other !== quote && other.partnerId === quote.partnerId && other.status === 'pending',
    ),
  ),
  row('beside-a-bound', 'beside a bound one of its partner', (_, quote, { quotes }) =>
    [...quotes.values()].some(
      (other) => other !== quote && other.partnerId === quote.partnerId && other.status === 'bound',
    ),
  ),
  row(
    'afternoon',
    'that was submitted in the afternoon',
    (_, { createdAt }) => new Date(createdAt).getUTCHours() >= 12,
  ),
]
