import type { DocumentName } from '../../../../../conformance/exchange.ts'
import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../conformance/scenario.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { claim } from '../../../vocabulary/context.ts'
import { finding, statusIs } from '../../../vocabulary/judge/answer.ts'
import { at, show } from '../../../vocabulary/judge/json.ts'
import { stateOf } from '../../../vocabulary/quotes/record.ts'
import { allowed, decide, shown } from '../../../vocabulary/time/decide.ts'
import { whatStays } from '../../office/scenario.ts'
import { breach, ofAnotherPartner } from '../breach.ts'
import { deliveriesTogether } from '../deliveries-together.ts'
import { eachDelivery } from '../delivery.ts'
import { about, eventIdOf, eventIn, SEE, typeOf } from '../event.ts'
import { proposalAfterCreated, proposalOrder } from '../events.ts'
import { verifies } from '../non-ascii.ts'
import { eventTimes, statedLateness } from '../schedule/retries/lateness.ts'
import type { Course } from './course.ts'
import { type ConditionsTrace, type Judged, underEach } from './judged.ts'

/** Claims about events under every condition (3.transitions, 6, R16, R24, R28). */
export function conditionClaims(spec: Spec): readonly Claim<ConditionsTrace, Spec>[] {
  const own = (requirement: string, judge: (one: Judged) => Verdict) => underEach(claim(requirement, judge))
  return [
    own('quote-created-emitted', (one) =>
      eachOf(one, isReady, (course) => wasEmitted(one, course, 'quote.created')),
    ),
    own('proposal-ready-emitted', (one) =>
      eachOf(one, isReady, (course) => wasEmitted(one, course, 'quote.proposalReady')),
    ),
    own('quote-proposal-follows-event', (one) =>
      eachOf(one, (course) => isReady(course) || course.announced !== undefined, isThere('quote-proposal')),
    ),
    own('policy-preview-follows-proposal-ready', (one) => eachOf(one, isReady, isThere('policy-preview'))),
    own('policy-created-emitted', (one) =>
      eachOf(one, isIssued, (course) => wasEmitted(one, course, 'policy.created')),
    ),
    own('quote-created-after-rating', (one) =>
      eachOf(one, isHeldPending, (course) => nothingOf(course.heldRating)),
    ),
    underEach(
      claim(
        'retry-attempt-1',
        (one) => eachOf(one, isHeldPending, (course) => atOnce(one, course)),
        'of what was held',
      ),
    ),
    own('policy-created-not-early', (one) =>
      eachOf(one, isUnfinished, (course) =>
        nothingOf(
          course.heldIssue ?? { arrivals: about(course.quote, 'policy.created', one.arrivals) },
          'policy.created',
        ),
      ),
    ),
    underEach(
      claim(
        'policy-created-not-early',
        (one) => eachOf(one, isAnnounced, announcedInTime),
        'when its event comes',
      ),
    ),
    own('policy-follows-policy-created', (one) =>
      eachOf(one, isAnnounced, ({ atEvent }) => (atEvent ? statusIs(atEvent.policy, 200) : NOT_ANNOUNCED)),
    ),
    own('quote-created-once', (one) =>
      eachOf(one, isPlain(one), (course) => once(one, course, 'quote.created')),
    ),
    own('proposal-ready-once', (one) =>
      eachOf(one, isPlain(one), (course) => once(one, course, 'quote.proposalReady')),
    ),
    own('bind-emits-one-policy-created', (one) =>
      eachOf(one, isBoundOnce, ({ beforeBindAgain }) => oneAmong(beforeBindAgain, 'policy.created')),
    ),
    own('bind-again-emits-no-second-policy', (one) =>
      eachOf(
        one,
        ({ bound }) => bound,
        (course) => once(one, course, 'policy.created'),
      ),
    ),
    own('proposal-ready-not-early', (one) =>
      eachOf(one, isStraight(one), ({ quote }) => proposalAfterCreated({ quote, arrivals: one.arrivals })),
    ),
    own('observe-proposal-ready-of-reviewed-quotes', (one) =>
      one.condition.review === undefined
        ? cannotTell('its quotes need no review')
        : eachOf(one, isReady, ({ quote }) => proposalOrder({ quote, arrivals: one.arrivals })),
    ),
    own('signature-covers-non-ascii', ({ condition, arrivals }) =>
      condition.form === 'beyond-ascii' ? verifies({ arrivals }) : cannotTell('the names are ASCII'),
    ),
    claim('observe-what-the-run-leaves', ({ remains = [] }) => whatStays(remains)),
    own('payload-partner-id-of-the-client', ownPartner),
    underEach(claim('events-go-to-their-partner', keptFromOthers), 'other'),
    ...eachDelivery<Judged>(spec, ({ arrivals }) => arrivals)
      .filter(({ requirement }) => isAboutQuotes(requirement, spec))
      .map((one) => underEach(one)),
    ...deliveriesTogether<ConditionsTrace>(({ arrivals }) => arrivals),
  ]
}

/** Leaves out requirements on events that an operator causes, which do not occur here, and observations. */
export function isAboutQuotes(requirement: string, { requirements, delivery }: Spec): boolean {
  const row = requirements.find(({ id }) => id === requirement)
  const event = delivery.events.find(({ schema }) => schema === row?.field?.schema)
  return row?.level !== 'observe' && event?.cause !== 'operator'
}

const isReady = ({ state }: Course): boolean => state === 'ready_to_bind'
const isAnnounced = ({ atEvent }: Course): boolean => atEvent !== undefined
const isIssued = ({ issued }: Course): boolean => issued
const isHeldPending = ({ heldRating }: Course): boolean => heldRating?.state === 'pending'
/** Says whether the quote cannot have a policy: its issue was held, or it was never bound. */
const isUnfinished = ({ heldIssue, state }: Course): boolean =>
  heldIssue?.state === 'bound' || (state !== undefined && state !== 'ready_to_bind')
/** Says whether the quote was bound without a hold. During a hold the bind is repeated, which another claim judges. */
const isBoundOnce = ({ bound, heldIssue }: Course): boolean => bound && heldIssue === undefined

/** Says whether each event may come only once. A review or a re-rating may cause another event: that is open. */
const isPlain =
  ({ condition }: Judged) =>
  (course: Course): boolean =>
    isReady(course) && condition.review === undefined && condition.update !== true

/** Says whether a quote became ready without a detour. After one, either of its first two events may be the earlier one (R28). */
const isStraight =
  ({ condition: { outcome } }: Judged) =>
  (course: Course): boolean =>
    isReady(course) && outcome !== 'underwriter_review' && outcome !== 'approved_rate'

/** Judges that a document is available once `quote.proposalReady` has come. */
const isThere =
  (name: DocumentName) =>
  ({ announced }: Course): Verdict => {
    const read = announced?.find(({ operation }) => operation === name)
    return read === undefined ? cannotTell('the event did not arrive') : statusIs(read, 200)
  }

const NOT_ANNOUNCED = cannotTell('the event did not arrive')

/** Judges that a policy is issued when its event comes. */
function announcedInTime({ atEvent }: Course): Verdict {
  if (atEvent === undefined) return NOT_ANNOUNCED
  const state = stateOf(atEvent.status)
  if (state === undefined) return cutOff('the status could not be read when the event arrived')
  return state === 'ready_to_bind' || state === 'bound'
    ? failed(finding(atEvent.status, 'a state after bound', state, '/data/quote_status'))
    : passed()
}

function eachOf(
  { courses }: Judged,
  concerns: (course: Course) => boolean,
  judge: (course: Course) => Verdict,
): Verdict {
  const concerned = courses.filter(concerns)
  return concerned.length === 0 ? cannotTell('no quote reached this state') : all(concerned.map(judge))
}

/** Shortest hold that decides: a moved clock may advance by less than this before a new event is sent. */
const LONG_MS = 60_000

/** Judges the first attempt by the event's own timestamp: one from before the hold would make the attempt late. */
function atOnce({ arrivals, whole }: Judged, { quote, heldRating }: Course): Verdict {
  const { forMs = 0 } = heldRating ?? {}
  if (forMs < LONG_MS) return cannotTell('rating was not held for long')
  if (whole.excuse !== undefined) return whole.excuse
  const [first] = about(quote, 'quote.created', arrivals)
  const late = first && statedLateness(first, eventTimes(whole.arrivals))
  if (first === undefined || late === undefined) return cannotTell('no first attempt says when it was made')
  const bounds = { early: Number.NEGATIVE_INFINITY, late: forMs / 2 }
  return decide(late, bounds, `${shown(late)} after its event; allowed ${allowed(bounds)}`, () =>
    breach(
      first,
      "the first attempt at once after the event's own timestamp",
      `${shown(late)} after it`,
      '/timestamp',
    ),
  )
}

function wasEmitted({ whole }: Judged, { quote }: Course, type: string): Verdict {
  if (about(quote, type, whole.inTime).length > 0) return passed()
  if (whole.excuse !== undefined) return whole.excuse
  // `policy.created` names no quote, and how a platform writes the customer's name is open.
  const isUnknown = (arrival: Arrival) =>
    typeOf(arrival) === type && at(eventIn(arrival), '/data/quoteId') === undefined
  const known = whole.conditions.flatMap(({ courses }) => courses)
  const unknown = whole.inTime.filter(
    (arrival) => isUnknown(arrival) && known.every((one) => about(one.quote, type, [arrival]).length === 0),
  )
  return unknown.length > 0
    ? cannotTell(`${type} came, but none of ${unknown.length} names a customer that only this quote has`)
    : failed({
        expected: `${type} of quote ${quote.id}`,
        observed: `none among ${whole.arrivals.length} deliveries`,
        absence: true,
      })
}

function nothingOf(held: { readonly arrivals: readonly Arrival[] } | undefined, type?: string): Verdict {
  const [first] = (held?.arrivals ?? []).filter((arrival) => type === undefined || typeOf(arrival) === type)
  return first === undefined
    ? passed()
    : breach(
        first,
        'no event before the work that it announces is done',
        typeOf(first) ?? 'an event',
        '/type',
      )
}

const once = ({ arrivals }: Judged, { quote }: Course, type: string): Verdict =>
  oneAmong(about(quote, type, arrivals), type)

/** Judges that there is one event. Deliveries may repeat with the same Event-ID; another id is another event. */
function oneAmong(arrivals: readonly Arrival[], type: string): Verdict {
  const [first, second] = new Set(arrivals.map(eventIdOf))
  if (arrivals.length === 0) return cannotTell(`no ${type} arrived`)
  return second === undefined
    ? passed()
    : failed({ expected: `one ${type} for one quote`, observed: `${first} and ${second}`, at: 'event-id' })
}

function ownPartner({ arrivals, whole: { partner } }: Judged): Verdict {
  if (partner === undefined) return cannotTell('the client id does not name its partner')
  const named = arrivals.flatMap((arrival) => {
    const value = at(eventIn(arrival), '/data/partnerId')
    return typeof value === 'string' ? [{ arrival, value }] : []
  })
  const other = named.find(({ value }) => value.toLowerCase() !== partner.toLowerCase())
  if (named.length === 0) return cannotTell('no event names a partner')
  return other === undefined
    ? passed()
    : breach(other.arrival, show(partner), show(other.value), '/data/partnerId')
}

function keptFromOthers({ arrivals, courses, whole }: Judged): Verdict {
  const [first] = arrivals
  if (first !== undefined) return ofAnotherPartner(first)
  if (whole.arrivals.length === 0) return cutOff(`nothing at all arrived at the receiver ${SEE}`)
  return courses.some(isReady) ? passed() : cannotTell('no quote of the other partner became ready')
}
