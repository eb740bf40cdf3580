import type { DocumentName, Exchange } from '../../../conformance/exchange.ts'
import { readIso } from '../../../conformance/iso-time.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Conflict } from '../../../model/quote/entries.ts'
import type { QuoteState } from '../../../spec/lifecycle.ts'
import type { Spec } from '../../../spec/spec.ts'
import { isDone, isSubscribed } from '../ledger/endpoints.ts'
import { type Namesakes, namesakesOf } from '../ledger/namesakes.ts'
import { partnerOf } from '../ledger/owners.ts'
import { firstOfEachEvent, mayHaveHappened, ofType, type QuoteSubject } from '../ledger/quotes.ts'
import { endOf, isOver } from '../ledger/timeline.ts'
import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { breach } from '../vocabulary/events/breach.ts'
import { eventIdOf, eventIn } from '../vocabulary/events/event.ts'
import { finding, isPutOff, statusIs } from '../vocabulary/judge/answer.ts'
import { at } from '../vocabulary/judge/json.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import { bindsOf } from './binds.ts'
import { areAllAnnounced, onePolicyEach, orTogether, togetherEmitted, togetherInTime } from './namesakes.ts'
import { orderAfterReview } from './observed-events.ts'
import { type JudgeQuote, ofEachQuote } from './of-each-quote.ts'
import { emitted } from './owed-events.ts'
import { policyDateKept } from './policy-dates.ts'
import { keptFromOthers } from './whose-events.ts'

const CREATED = 'quote.created'
const READY = 'quote.proposalReady'
const POLICY = 'policy.created'

/** The events of a quote: that they come, when, how often, and what can be had by then (3.transitions, 4, 6, R16, R24, R28). */
export const eventStatements: readonly PlatformStandingClaim[] = [
  ofEachQuote('quote-created-emitted', emitted(CREATED)),
  ofEachQuote('proposal-ready-emitted', emitted(READY)),
  ofEachQuote('policy-created-emitted', orTogether(emitted(POLICY), togetherEmitted)),
  ofEachQuote('quote-created-after-rating', inTime([CREATED, READY], 'unrated')),
  ofEachQuote('policy-created-not-early', orTogether(inTime([POLICY], 'unissued'), togetherInTime)),
  ofEachQuote('quote-created-once', once(CREATED)),
  ofEachQuote('proposal-ready-once', once(READY)),
  ofEachQuote(
    'bind-emits-one-policy-created',
    orTogether(onePolicy('first bind'), onePolicyEach('first bind')),
  ),
  ofEachQuote(
    'bind-again-emits-no-second-policy',
    orTogether(onePolicy('further binds'), onePolicyEach('further binds')),
  ),
  ofEachQuote('proposal-ready-not-early', inOrder),
  ofEachQuote('quote-proposal-follows-event', follows('quote-proposal', READY)),
  ofEachQuote('policy-preview-follows-proposal-ready', follows('policy-preview', READY, 'ready_to_bind')),
  ofEachQuote('policy-follows-policy-created', follows('policy', POLICY)),
  ofEachQuote('payload-effective-date-as-submitted', policyDateKept),
  ofEachQuote('events-go-to-their-partner', keptFromOthers),
  ofEachQuote('observe-proposal-ready-of-reviewed-quotes', orderAfterReview),
]

/** Says whether an endpoint would have got an event of a type that had been sent before a read. */
const isWatched = (type: string, { endpoints }: QuoteSubject, read: { readonly from: number }): boolean =>
  endpoints.some(
    ({ to = Number.POSITIVE_INFINITY, ...one }) =>
      one.from <= read.from && to > read.from && one.isPlain && isSubscribed(type, one),
  )

type Conflicts = readonly Conflict<Exchange | Arrival>[]
const arrivalIn = ({ event }: Conflicts[number]): Arrival => event.ref as Arrival

/** Judges that no event came before the work that it announces was done. Where one would have shown, its absence is a pass. */
function inTime(types: readonly string[], absence: 'unrated' | 'unissued'): JudgeQuote {
  return (one, { until }) => {
    const { course } = one
    const found = course.conflicts.filter(({ kind, event }) => kind === 'early' && types.includes(event.type))
    if (found.length > 0) return all(found.map(tooEarly))
    if (until?.reached === false) return undefined
    const isSeen = course[absence].some((read) => types.some((type) => isWatched(type, one, read)))
    return isSeen ? passed() : undefined
  }
}

/** The moment before which an event cannot come. */
const EARLIEST = {
  [CREATED]: 'a quote whose rating has ended',
  [READY]: 'a quote whose rating has ended',
  [POLICY]: 'a quote that was bound, and whose policy is issued',
} as const

function tooEarly(conflict: Conflicts[number]): Verdict {
  const { event, shown } = conflict
  const arrival = arrivalIn(conflict)
  if (shown === undefined) return breach(arrival, EARLIEST[event.type], `${event.type} before that`, '/type')
  const read = shown.ref as Exchange
  const expected = `a state in which ${event.type} can have come`
  return failed({
    ...finding(read, expected, stateOf(read) ?? '', '/data/quote_status'),
    arrival: arrival.id,
  })
}

/**
 * Judges that each rating of a quote, and each detour of it, is at most one event (R24). It passes where one more would be too many.
 * Fewer may come than may come at most, since it is open which detours are announced.
 */
function once(type: string): JudgeQuote {
  return ({ course, endpoints, quote }) => {
    const more = course.conflicts.filter(({ kind, event }) => kind === 'more' && event.type === type)
    const expected = (most: number) => `at most ${most} ${type} of quote ${quote.id}`
    const [first] = more
    if (first !== undefined) return tooMany(arrivalIn(first), expected(first.most), first.event.id)
    const { mostRated } = course
    if (mostRated === undefined) return undefined
    const events = endpoints.map(({ about }) => firstOfEachEvent(ofType(type, about)))
    // One that came too early explains nothing, and counts here all the same.
    const isEarly = course.conflicts.some(({ kind, event }) => kind === 'early' && event.type === type)
    const further = isEarly && mostRated > 0 ? events.flatMap((own) => own[mostRated] ?? [])[0] : undefined
    if (further !== undefined) return tooMany(further, expected(mostRated), eventIdOf(further))
    return events.some((own) => own.length === mostRated) ? passed() : undefined
  }
}

const tooMany = ({ id: arrival }: Arrival, expected: string, eventId: string | undefined): Verdict =>
  failed({ expected, observed: `one more, ${eventId ?? 'without an id'}`, at: 'event-id', arrival })

/** Judges that a quote gets one policy, however often it is bound (R16). Deliveries may repeat: each event counts once. */
function onePolicy(which: 'first bind' | 'further binds'): JudgeQuote {
  return (one) => {
    const [first, second] = bindsOf(one)
    if (first === undefined) return undefined
    if (which === 'further binds' && second === undefined) return undefined
    const isCounted = ({ receivedAt = 0 }: Arrival) =>
      which === 'further binds' ||
      (receivedAt >= first.startedAt && (second === undefined || receivedAt < second.startedAt))
    const verdicts = one.endpoints.flatMap(({ about }): Verdict[] => {
      const [event, again] = firstOfEachEvent(ofType(POLICY, about)).filter(isCounted)
      if (event === undefined) return []
      if (again === undefined) return [passed()]
      const observed = `another one, ${eventIdOf(again) ?? 'without an id'}`
      return [failed({ expected: 'one policy.created', observed, at: 'event-id', arrival: again.id })]
    })
    return verdicts.length === 0 ? undefined : all(verdicts)
  }
}

/** Judges by body timestamps that the proposal of a quote that goes straight through is not announced before the quote (R28). */
function inOrder({ course, endpoints }: QuoteSubject): Verdict | undefined {
  if (course.mostRated !== 1) return undefined
  const verdicts = endpoints.flatMap(({ about }) => {
    const timesOf = (type: string) =>
      ofType(type, about).flatMap((arrival) => {
        const time = readIso(at(eventIn(arrival), '/timestamp'))
        return time === undefined ? [] : [{ arrival, ms: time.ms }]
      })
    const created = Math.min(...timesOf(CREATED).map(({ ms }) => ms))
    const [ready] = timesOf(READY).sort((one, other) => one.ms - other.ms)
    if (ready === undefined || !Number.isFinite(created)) return []
    const lateMs = created - ready.ms
    return lateMs <= 0
      ? [passed()]
      : [
          breach(
            ready.arrival,
            `a time not before that of ${CREATED}`,
            `${lateMs} ms before it`,
            '/timestamp',
          ),
        ]
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}

/**
 * Judges that a document can be had once its event has come (R17, R18). Not where something happened to the quote since, or where an
 * update or a bind may have caused another one.
 */
function follows(name: DocumentName, type: string, inState?: QuoteState): JudgeQuote {
  return (one, facts) => {
    const group = namesakesOf(one, facts)
    const events = one.endpoints.flatMap(({ about }) => firstOfEachEvent(ofType(type, about)))
    const reads = one.requests.filter((read) => {
      if (read.operation !== name || !isAnswered(read, one)) return false
      const before = events.filter(({ receivedAt = read.startedAt }) => receivedAt < read.startedAt)
      const last = Math.max(...before.map(({ receivedAt = 0 }) => receivedAt))
      if (before.length === 0) return false
      if (type === POLICY)
        return !one.isMistakable || (group !== undefined && isAnnouncedBy(read.startedAt, one, group))
      return isAsAnnounced(one, read, last, { facts, ...(inState && { inState }) })
    })
    return reads.length === 0 ? undefined : all(reads.map((read) => statusIs(read, 200)))
  }
}

/** Says whether the policy of one of several quotes of an insured was announced before a moment. */
const isAnnouncedBy = (moment: number, { course }: QuoteSubject, group: Namesakes): boolean =>
  (course.issuableFrom ?? moment) < moment && areAllAnnounced(group, moment)

/** Says whether the platform answered a request of the quote's partner, and neither turned it away nor put it off. */
const isAnswered = (read: Exchange, { partner }: QuoteSubject): boolean =>
  read.answer !== undefined &&
  read.answer.status !== 401 &&
  !isPutOff(read.answer) &&
  partnerOf(read) === partner

const showsState = (one: Exchange): boolean => stateOf(one) !== undefined
const isChange = (one: Exchange): boolean =>
  (one.operation === 'update' || one.operation === 'bind') && mayHaveHappened(one)

/** Says whether a quote is in the same state as when its proposal was announced. */
function isAsAnnounced(
  { requests, actions, quote }: QuoteSubject,
  read: Exchange,
  announced: number,
  { facts, inState }: { readonly facts: Facts<Spec>; readonly inState?: QuoteState },
): boolean {
  const place = requests.indexOf(read)
  if (requests.slice(0, place).some(isChange)) return false
  const reviews = actions.filter(({ action }) => action?.values?.quote_id === quote.id)
  if (reviews.some(({ startedAt }) => startedAt > announced && startedAt < read.startedAt)) return false
  const before = requests.slice(0, place).filter(showsState)
  // A later request of the partner may have changed the state that is shown next.
  const [then] = requests.slice(place + 1).filter((one) => showsState(one) || isChange(one))
  const around = [
    ...before.filter((one, index) => index === before.length - 1 || one.startedAt >= announced),
    ...(then !== undefined && showsState(then) ? [then] : []),
  ]
  const [first, ...more] = around.map((one) => facts.spec.lifecycle.present(stateOf(one) ?? ''))
  if (first === undefined || more.some((state) => state !== first)) return false
  if (inState !== undefined) return first === inState
  if (!facts.spec.lifecycle.states.some(({ name, terminal }) => terminal && name === first)) return true
  // An earlier event had announced it rightly, unless the review had lasted for longer than that may take.
  const review = before.find(
    (one) => facts.spec.lifecycle.present(stateOf(one) ?? '') === 'underwriter_review',
  )
  const decision = reviews.find(isDone)
  const { deadlines } = facts.target ?? {}
  if (review === undefined || decision === undefined || deadlines === undefined) return false
  const { startedAt: suiteMs, targetMs } = decision
  return isOver(endOf(review).suiteMs, { suiteMs, targetMs }, deadlines.proposal, facts)
}
