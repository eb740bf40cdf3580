import type { Exchange } from '../../../conformance/exchange.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Course, Entry } from '../../../model/quote/entries.ts'
import { walk } from '../../../model/quote/walk.ts'
import { QUOTE_STATES, type QuoteState } from '../../../spec/lifecycle.ts'
import type { Spec } from '../../../spec/spec.ts'
import {
  eventIdOf,
  markOf,
  marksOf,
  mayBeOf,
  quoteIdIn,
  speaksOf,
  typeOf,
} from '../vocabulary/events/event.ts'
import { isObject, sentJsonOf } from '../vocabulary/judge/json.ts'
import type { SubmittedQuote } from '../vocabulary/quotes/quotes.ts'
import { quoteIdOf, stateOf } from '../vocabulary/quotes/record.ts'
import { endpointsIn, isDone, type WatchedEndpoint } from './endpoints.ts'
import { partnerOf } from './owners.ts'
import { endOf, readFrom } from './timeline.ts'

/** An endpoint of a quote's partner, with the deliveries about the quote. */
export interface EndpointOfQuote extends WatchedEndpoint {
  readonly about: readonly Arrival[]
}

/** The deliveries of an event type. */
export const ofType = (type: string, arrivals: readonly Arrival[]): readonly Arrival[] =>
  arrivals.filter((one) => typeOf(one) === type)

/** The first delivery of each event. */
export function firstOfEachEvent(arrivals: readonly Arrival[]): readonly Arrival[] {
  const ids = new Set<string>()
  return arrivals.filter((one) => {
    const id = eventIdOf(one) ?? one.id
    return !ids.has(id) && ids.add(id)
  })
}

/** One quote of a ledger: everything that was sent and delivered about it, and the course that this shows. */
export interface QuoteSubject {
  readonly quote: SubmittedQuote
  readonly partner: 'own' | 'other'
  /** All requests about it after its submission, in the order of sending, without those of the other partner. */
  readonly requests: readonly Exchange[]
  /** The actions of operators, without moves of the clock. */
  readonly actions: readonly Exchange[]
  /** Its partner's endpoints, with the deliveries about it at each. */
  readonly endpoints: readonly EndpointOfQuote[]
  /** The endpoints of the other partner, likewise. */
  readonly elsewhere: readonly EndpointOfQuote[]
  /** Another quote has or may have the same insured, and the event of a policy names no quote: it may be of either (R28). */
  readonly isMistakable: boolean
  readonly course: Course<Exchange | Arrival>
}

type QuoteEntry = Entry<Exchange | Arrival>

/** Every submission of a ledger that was answered with a quote id. */
const madeIn = onceFor(({ exchanges }: Pick<Ledger, 'exchanges'>): readonly SubmittedQuote[] =>
  exchanges.flatMap((submitted): SubmittedQuote[] => {
    const id = submitted.operation === 'submit' ? quoteIdOf(submitted) : undefined
    const submission = sentJsonOf(submitted)
    return id === undefined || !isObject(submission) ? [] : [{ id, submission, submitted }]
  }),
)

/** The submissions that share an insured, in a row, by each name and email address of it. */
const byInsured = onceFor(
  (ledger: Pick<Ledger, 'exchanges'>): ReadonlyMap<string, readonly SubmittedQuote[]> => {
    const groups = new Map<string, readonly SubmittedQuote[]>()
    for (const quote of madeIn(ledger)) {
      const known = marksOf(quote.submission).flatMap((mark) => groups.get(mark) ?? [])
      const all = [...new Set(known), quote]
      for (const { submission } of all) for (const mark of marksOf(submission)) groups.set(mark, all)
    }
    return groups
  },
)

/** The submissions that the event of a quote's policy may be about, which names only the insured (R28). At least its own. */
export const ofSameInsured = (
  quote: SubmittedQuote,
  ledger: Pick<Ledger, 'exchanges'>,
): readonly SubmittedQuote[] => byInsured(ledger).get(marksOf(quote.submission)[0] ?? '') ?? [quote]

/** Says whether the insured of a quote may have others outside the ledger, whose policies come to the same endpoints. */
export function hasQuotesElsewhere(
  { submission }: SubmittedQuote,
  { target }: Pick<Ledger, 'target'>,
): boolean {
  const names = target?.sharedInsured?.map(markOf) ?? []
  return marksOf(submission).some((mark) => names.includes(mark))
}

/** Says whether a policy may be a quote's although its customer does not fit it: it fits no other quote of the ledger either (R28). */
export const mayBeItsPolicy = (
  arrival: Arrival,
  quote: SubmittedQuote,
  ledger: Pick<Ledger, 'exchanges'>,
): boolean => mayBeOf(arrival, quote) && !madeIn(ledger).some((other) => speaksOf(arrival, other))

/** The quotes of a ledger with endpoints, whose events can be judged. */
export const quotesIn = (facts: Facts<Spec>): readonly QuoteSubject[] =>
  endpointsIn(facts).length === 0 ? [] : subjectsIn(facts)

/** The quotes of a ledger, without those that several submissions were answered with (R2). */
export const subjectsIn = onceFor((facts: Facts<Spec>): readonly QuoteSubject[] => {
  const watched = endpointsIn(facts)
  const made = madeIn(facts)
  const byId = Map.groupBy(made, ({ id }) => id.toLowerCase())
  const byQuote = Map.groupBy(facts.exchanges, ({ quoteId }) => quoteId?.toLowerCase())
  const actions = facts.exchanges.filter(
    ({ action }) => action !== undefined && action.name !== 'advance_clock',
  )
  return made.flatMap((quote): QuoteSubject[] => {
    const partner = partnerOf(quote.submitted)
    if (byId.get(quote.id.toLowerCase())?.length !== 1 || partner === undefined) return []
    const isMistakable = ofSameInsured(quote, facts).length > 1 || hasQuotesElsewhere(quote, facts)
    const requests = (byQuote.get(quote.id.toLowerCase()) ?? []).filter((one) => !isForeign(one, partner))
    const [endpoints, elsewhere] = [true, false].map((isOwn) =>
      watched
        .filter((one) => (one.partner === partner) === isOwn)
        .map((one) => ({ ...one, about: aboutQuote(one, quote) })),
    ) as [EndpointOfQuote[], EndpointOfQuote[]]
    const subject = { quote, partner, requests, endpoints, elsewhere, actions, isMistakable }
    return [{ ...subject, course: walk(entriesOf(subject, facts), facts.spec.lifecycle) }]
  })
})

/** The deliveries at an endpoint by the quote that they name, and those that name none. */
const byQuoteId = onceFor(({ arrivals }: WatchedEndpoint) => Map.groupBy(arrivals, (one) => quoteIdIn(one)))

const aboutQuote = (endpoint: WatchedEndpoint, quote: SubmittedQuote): readonly Arrival[] => [
  ...(byQuoteId(endpoint).get(quote.id.toLowerCase()) ?? []),
  ...(byQuoteId(endpoint).get(undefined) ?? []).filter((arrival) => speaksOf(arrival, quote)),
]

/** Outcomes that a person ends, whom nobody may have recorded. */
const DETOURS: Readonly<Record<string, 'decided' | 'onboarded'>> = {
  underwriter_review: 'decided',
  approved_rate: 'onboarded',
}

function entriesOf(
  { quote, requests, endpoints, actions, isMistakable }: Omit<QuoteSubject, 'course'>,
  facts: Facts<Spec>,
): readonly QuoteEntry[] {
  const { submitted } = quote
  const { meant } = submitted
  const at = { from: submitted.startedAt, to: endOf(submitted).suiteMs, ref: submitted }
  // A submission that was made for no outcome may have come to each of them.
  const detours = Object.entries(DETOURS).filter(([outcome]) => meant === undefined || meant === outcome)
  return [
    ...actions.flatMap((one) => ofOperator(one, quote)),
    { ...at, kind: 'submitted' },
    ...detours.map(([, kind]): QuoteEntry => ({ ...at, kind })),
    ...shownBy(submitted, at.from, facts.spec),
    ...requests.flatMap((one) => ofRequest(one, facts)),
    ...endpoints.flatMap(({ name, about }) =>
      about.flatMap((arrival) => ofArrival(arrival, name, isMistakable)),
    ),
  ]
}

/** Says whether a request is of the other partner, whose requests have no effect (R12). */
const isForeign = (one: Exchange, partner: QuoteSubject['partner']): boolean =>
  partnerOf(one) !== undefined && partnerOf(one) !== partner

/** A request without an answer, or with a 5xx, may have been carried out all the same. */
export const mayHaveHappened = ({ answer }: Exchange): boolean =>
  answer === undefined || answer.status < 400 || answer.status >= 500

function ofRequest(one: Exchange, facts: Facts<Spec>): readonly QuoteEntry[] {
  const at = { from: one.startedAt, to: endOf(one).suiteMs, ref: one }
  if (one.operation === 'status') return shownBy(one, readFrom(one, facts), facts.spec)
  const kind = one.operation === 'update' ? 'updated' : one.operation === 'bind' ? 'bound' : undefined
  return kind === undefined || !mayHaveHappened(one) ? [] : [{ ...at, kind }]
}

function shownBy(ref: Exchange, from: number, { lifecycle }: Spec): readonly QuoteEntry[] {
  const shown = stateOf(ref)
  const state = shown === undefined ? undefined : lifecycle.present(shown)
  return isState(state) ? [{ kind: 'shown', state, from, to: endOf(ref).suiteMs, ref }] : []
}

const isState = (word: string | undefined): word is QuoteState => QUOTE_STATES.some((state) => state === word)

/** Makes entries of an operator's action on the quote, or on the work on all of them. */
function ofOperator(ref: Exchange, { id, submission, submitted }: SubmittedQuote): readonly QuoteEntry[] {
  const { name = '', values = {} } = ref.action ?? {}
  const at = { from: ref.startedAt, to: endOf(ref).suiteMs, ref }
  const held = /^(hold|release)_(rating|issue)$/.exec(name)
  if (held !== null) {
    const work = held[2] === 'rating' ? 'rating' : 'issue'
    if (held[1] === 'release') return [{ ...at, kind: 'released', work }]
    return isDone(ref) ? [{ ...at, kind: 'held', work }] : []
  }
  // The onboarding of one broker leaves quotes of others as they are, unless they wait for theirs: a brokerage may be onboarded as a whole.
  if (name === 'onboard_broker') {
    const { broker_email: broker = submission.broker_email } = values
    const mayWait = submitted.meant === undefined || submitted.meant === 'approved_rate'
    return mayWait || broker === submission.broker_email ? [{ ...at, kind: 'onboarded' }] : []
  }
  const isReviewed = name === 'review_approve' || name === 'review_decline'
  return isReviewed && values.quote_id === id ? [{ ...at, kind: 'decided' }] : []
}

const EVENTS = ['quote.created', 'quote.proposalReady', 'policy.created'] as const

function ofArrival(ref: Arrival, endpoint: string, isMistakable: boolean): readonly QuoteEntry[] {
  const type = EVENTS.find((one) => one === typeOf(ref))
  if (type === undefined || ref.receivedAt === undefined) return []
  if (type === 'policy.created' && isMistakable) return []
  const at = { from: ref.receivedAt, to: ref.receivedAt, ref }
  return [{ ...at, kind: 'event', type, endpoint, id: eventIdOf(ref) ?? ref.id }]
}
