import type { Platform } from '../../../../platform.ts'
import type { Quote, ValidSubmission } from '../../../../quotes/quote.ts'
import { isAscii, isOfSecondPartner, isRaised } from '../../../course.ts'
import { guard, type QuoteGuard } from './guard.ts'

const DAY_MS = 24 * 3_600_000

/** A circumstance of what was submitted. */
const of = (id: string, words: string, holds: (submission: ValidSubmission) => boolean): QuoteGuard =>
  guard(id, words, (_, { submission }) => holds(submission))

/** The insured has a name with a mark. */
const marked = (id: string, mark: string): QuoteGuard =>
  of(id, `whose insured has the mark ${mark}`, ({ insured_name }) => insured_name.includes(mark))

/** An earlier quote of the same partner has the same value of something. */
const shared = (id: string, words: string, partOf: (submission: ValidSubmission) => unknown): QuoteGuard =>
  guard(id, words, (_, quote, { quotes }) => {
    const [own, all] = [partOf(quote.submission), [...quotes.values()]]
    const until = all.includes(quote) ? all.indexOf(quote) : all.length
    const isSame = (one: Quote) => one.partnerId === quote.partnerId && partOf(one.submission) === own
    return own !== undefined && all.slice(0, until).some(isSame)
  })

const isWithoutBroker = ({ submission }: Quote, platform: Platform): boolean =>
  !platform.behaviour.brokers.isOnboarded(submission.broker_email, platform)

/** Circumstances of whose a quote is, with what it was submitted, and what was submitted. */
export const SUBMISSION_GUARDS: readonly QuoteGuard[] = [
  guard('other-partner', 'of another partner than the first', (_, ...quote) => isOfSecondPartner(...quote)),
  guard(
    'submitted-with-the-secondary-key',
    'that came with the secondary key',
    ({ submittedKey }) => submittedKey === 'secondary',
  ),
  guard('other-language', 'in another language', ({ submittedWith }) =>
    /^(?!en)/.test(submittedWith['accept-language'] ?? 'en'),
  ),
  of('beyond-ascii', 'with letters beyond ASCII', (all) => !isAscii(JSON.stringify(all))),
  marked('apostrophe', "'"),
  marked('ampersand', '&'),
  marked('slash', '/'),
  marked('quotation-mark', '"'),
  of('long-name', 'with a long name', ({ insured_name }) => insured_name.length > 200),
  of('very-long-name', 'with a very long name', ({ insured_name }) => insured_name.length > 2000),
  shared('known-name', 'of a known insured', ({ insured_name }) => insured_name),
  shared('known-tax-id', 'with a known tax id', ({ insured_taxid }) => insured_taxid),
  shared('sent-twice', 'that was sent twice', (all) => JSON.stringify(all)),
  of('amounts-as-strings', 'with amounts as strings', ({ agg_limit }) => typeof agg_limit === 'string'),
  of('revenue-as-string', 'with its revenue as a string', ({ revenue }) => typeof revenue === 'string'),
  guard(
    'later-term',
    'with a later term',
    (_, { submission, createdAt }) => Date.parse(submission.effective_date) > createdAt + 60 * DAY_MS,
  ),
  of('in-summer', 'that begins in summer', ({ effective_date }) => /^\d{4}-0[4-9]-/.test(effective_date)),
  of('on-a-31st', 'that begins on a 31st', ({ effective_date }) => effective_date.endsWith('-31')),
  of('on-a-leap-day', 'that begins on a leap day', ({ effective_date }) => /02-29$/.test(effective_date)),
  of('without-tax-id', 'without a tax id', ({ insured_taxid }) => insured_taxid === undefined),
  of('with-claims', 'with claims', ({ claims }) => Number(claims.claims_count) > 0),
  of('without-website', 'without a website', ({ website }) => website.has_website === false),
  of('large-company', 'of a large company', ({ revenue }) => Number(revenue) >= 10_000_000),
  of('young-company', 'of a young company', ({ year_founded: year = 0 }) => year >= 2023),
  of('bank', 'of a bank', ({ naics }) => String(naics).startsWith('52')),
  of('limit-of-two-millions', 'with a limit of two millions', (all) => Number(all.agg_limit) >= 2_000_000),
  of('high-limit', 'with a high limit', ({ agg_limit }) => Number(agg_limit) >= 3_000_000),
  of('in-california', 'in California', ({ insured_location: { address_state } }) => address_state === 'CA'),
  of(
    'other-state',
    'outside of Oregon, where the usual insured is',
    ({ insured_location }) => insured_location.address_state !== 'OR',
  ),
  of('high-risk', 'with high risk', ({ question_highrisk }) => question_highrisk),
  guard('raised', 'with a raised retention', (_, quote) => isRaised(quote)),
  guard(
    'hardly-below-the-minimum',
    'with a retention less than 50 dollars below the minimum',
    (_, { submission }, { behaviour: { rating } }) => {
      const lacks = rating.minimumRetention(submission) - Number(submission.retention)
      return lacks > 0 && lacks < 50
    },
  ),
  guard('as-submitted', 'with the retention that was submitted', (_, quote) => !isRaised(quote)),
  guard('unknown-broker', 'whose broker is not onboarded', (_, ...quote) => isWithoutBroker(...quote)),
  guard(
    'contact-beyond-ascii',
    'whose contact got letters beyond ASCII',
    (_, { contact, submission }) =>
      !isAscii(JSON.stringify(contact)) && isAscii(JSON.stringify(submission.insured_contact)),
  ),
  guard('with-it-manager', 'with an IT manager', (_, { itManager }) => itManager !== undefined),
  guard(
    'same-it-manager',
    'whose contact is the IT manager',
    (_, { itManager, itManagerSame }) => itManagerSame === true && itManager === undefined,
  ),
]
