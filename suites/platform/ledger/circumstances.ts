import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { at, sentJsonOf } from '../vocabulary/judge/json.ts'
import { recordOf, stateOf } from '../vocabulary/quotes/record.ts'
import { isDone } from './endpoints.ts'
import { mayHaveHappened, type QuoteSubject, subjectsIn } from './quotes.ts'
import { retentions } from './rates.ts'

/** Letters of a name that is longer than most, and dollars that are more than most have. */
const LONG = 100
const [LARGE_REVENUE, HIGH_LIMIT] = [20_000_000, 4_000_000]

/** The facts of a whole ledger that tell circumstances. */
interface Known {
  /** Names of the tokens of clients that an operator made. */
  readonly made: ReadonlySet<string>
  /** Ids of quotes of which an equal submission had been sent before. */
  readonly repeated: ReadonlySet<string>
  /** The states of the insured, the most frequent first. */
  readonly states: readonly unknown[]
}

type Circumstance = (one: QuoteSubject, known: Known) => string | readonly string[] | false | undefined

/** One circumstance a line: its words, for a quote that has it. First come whose quote it is and what rates it, then its requests. */
const CIRCUMSTANCES: readonly Circumstance[] = [
  ({ partner }) => partner === 'other' && 'of the other partner',
  submittedFor,
  reviewed,
  (one) => isRaised(one) && 'with a raised retention',
  ({ quote }) => isBeyondAscii(quote.submission) && 'with letters beyond ASCII',
  ({ quote }) => Number(quote.submission.revenue) >= LARGE_REVENUE && 'of a large company',
  ({ quote }) => Number(quote.submission.agg_limit) >= HIGH_LIMIT && 'with a high limit',
  ({ quote }) => isYoung(quote.submission) && 'of a young company',
  ({ quote }) => at(quote.submission, '/website/has_website') === false && 'without a website',
  ({ quote }, { states: [most] }) => isElsewhere(quote.submission, most) && 'in another state',
  ({ quote }) => typeof quote.submission.revenue === 'string' && 'with amounts as strings',
  ({ quote }) => String(quote.submission.insured_name).length > LONG && 'with a long name',
  ({ quote }) => Number(at(quote.submission, '/claims/claims_count')) > 0 && 'with a claim',
  (one, { repeated }) => repeated.has(one.quote.id) && 'whose submission was sent before',
  ({ isMistakable }) => isMistakable && 'of an insured with several quotes',
  (one) => isHeldAt('rating', one.quote.submitted, one) && 'submitted while rating was held',
  (one) => acceptedOf('update', one).length > 0 && 'after an update',
  (one) => acceptedOf('update', one).some(isSentBeyondAscii) && 'after an update with letters beyond ASCII',
  refusedUpdates,
  (one) => acceptedOf('bind', one).length > 1 && 'bound again',
  (one) =>
    acceptedOf('bind', one).some((bind) => isHeldAt('issue', bind, one)) && 'bound while issue was held',
  (one) => credentialsOf(one).some(({ key }) => key === 'secondary') && 'with the secondary key',
  (one) => new Set(credentialsOf(one).map(({ token }) => token)).size > 1 && 'with several tokens',
  (one, { made }) => credentialsOf(one).some(({ token }) => made.has(token)) && 'by a further client',
]

/** Says what sets each quote of a ledger apart, each circumstance in words: `approved by a review`. Empty for a usual quote. */
export const circumstancesIn = onceFor((facts: Facts<Spec>): ReadonlyMap<QuoteSubject, readonly string[]> => {
  const made = new Set(
    facts.exchanges.flatMap(({ issues, request }) =>
      issues !== undefined && request.client?.id === 'made' ? [issues] : [],
    ),
  )
  const known = { made, repeated: repeatedIn(facts), states: statesIn(facts) }
  return new Map(subjectsIn(facts).map((one) => [one, CIRCUMSTANCES.flatMap((has) => has(one, known) || [])]))
})

/** Says whether a company was founded in the year before its term begins, or later. */
const isYoung = ({
  year_founded: founded,
  effective_date: begins,
}: QuoteSubject['quote']['submission']): boolean =>
  typeof founded === 'number' && founded >= new Date(String(begins)).getUTCFullYear() - 1

const stateOfInsured = (submission: unknown): unknown => at(submission, '/insured_location/address_state')

const isElsewhere = (submission: unknown, most: unknown): boolean => {
  const state = stateOfInsured(submission)
  return state !== undefined && state !== most
}

const statesIn = (facts: Facts<Spec>): readonly unknown[] =>
  [...Map.groupBy(subjectsIn(facts), ({ quote }) => stateOfInsured(quote.submission))]
    .toSorted(([, some], [, others]) => others.length - some.length)
    .map(([state]) => state)

/** The quotes whose partner had sent the same bytes before. */
function repeatedIn(facts: Facts<Spec>): ReadonlySet<string> {
  const bySubmission = Map.groupBy(
    subjectsIn(facts),
    ({ partner, quote }) => `${partner} ${quote.submitted.request.body}`,
  )
  return new Set([...bySubmission.values()].flatMap((some) => some.slice(1).map(({ quote }) => quote.id)))
}

/** The same, by the ids of the quotes. */
const byQuote = onceFor(
  (facts: Facts<Spec>) => new Map([...circumstancesIn(facts)].map(([{ quote }, words]) => [quote.id, words])),
)

/** Says what sets one quote of a ledger apart; empty for a usual one, and for one that the ledger lacks. */
export const wordsOfQuote = (id: string | undefined, facts: Facts<Spec>): readonly string[] =>
  byQuote(facts).get(id ?? '') ?? []

/** The outcome that it is submitted for, where nothing that happened says it better. */
function submittedFor({ quote: { submitted } }: QuoteSubject): string | undefined {
  const { meant } = submitted
  const isSaidBelow = meant === 'underwriter_review' || meant === 'retention_raised'
  return meant === undefined || meant === 'ready_to_bind' || isSaidBelow
    ? undefined
    : `submitted for ${meant}`
}

function reviewed({ actions, quote }: QuoteSubject): string | undefined {
  const review = actions.find(({ action }) => action?.values?.quote_id === quote.id)
  if (review === undefined)
    return quote.submitted.meant === 'underwriter_review' ? 'left under review' : undefined
  return review.action?.name === 'review_decline' ? 'declined by a review' : 'approved by a review'
}

const acceptedOf = (operation: Exchange['operation'], { requests }: QuoteSubject): readonly Exchange[] =>
  requests.filter((one) => one.operation === operation && mayHaveHappened(one))

/** The states that showed before updates that were refused for what they asked, not for their credentials. */
function refusedUpdates({ requests }: QuoteSubject): readonly string[] {
  const states = requests.flatMap((one, place) => {
    const isRefused = one.operation === 'update' && !mayHaveHappened(one) && one.answer?.status !== 401
    const before = isRefused
      ? requests.slice(0, place).findLast((read) => stateOf(read) !== undefined)
      : undefined
    return before === undefined ? [] : [stateOf(before)]
  })
  return [...new Set(states)].map((state) => `after an update that was refused in ${state}`)
}

function isRaised({ quote, requests }: QuoteSubject): boolean {
  return [quote.submitted, ...requests].some((exchange) => {
    const record = recordOf(exchange)
    const amounts = record && retentions({ exchange, record, submission: quote.submission })
    return amounts !== undefined && amounts.rated > amounts.submitted
  })
}

const BEYOND_ASCII = /[^\0-\x7f]/

const isBeyondAscii = (sent: unknown): boolean => BEYOND_ASCII.test(JSON.stringify(sent) ?? '')
const isSentBeyondAscii = (one: Exchange): boolean => isBeyondAscii(sentJsonOf(one))

/** Says whether work was held back when a request was sent. */
function isHeldAt(work: 'rating' | 'issue', { startedAt }: Exchange, { actions }: QuoteSubject): boolean {
  const names = [`hold_${work}`, `release_${work}`]
  const last = actions.findLast(
    (one) => one.startedAt < startedAt && isDone(one) && names.includes(one.action?.name ?? ''),
  )
  return last?.action?.name === names[0]
}

/** The credentials of the requests that a platform accepted: others name wrong ones on purpose. */
const credentialsOf = ({ quote, requests }: QuoteSubject) =>
  [quote.submitted, ...requests].flatMap(({ request: { credentials }, answer }) =>
    credentials !== undefined && answer !== undefined && answer.status < 300 ? [credentials] : [],
  )
