import { readIso } from '../../../conformance/iso-time.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { cannotTell, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { QuoteState } from '../../../spec/lifecycle.ts'
import type { Spec } from '../../../spec/spec.ts'
import { HELD_BY } from '../features/states/hold.ts'
import { breach, ofAnotherPartner } from '../features/webhooks/breach.ts'
import { about, eventIdOf, eventIn } from '../features/webhooks/event.ts'
import { finding, statusIs } from '../vocabulary/judge/answer.ts'
import { at } from '../vocabulary/judge/json.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import { deliveryClaims, ofEveryDelivery } from './every-delivery.ts'
import { factsOfQuote, owedTypes, type QuoteFacts } from './facts-of-quote.ts'
import { type StepVerdict, verdictOn } from './step-verdict.ts'
import type { JourneyTrace, ReceivedEvents, TakenStep } from './trace.ts'

const CREATED = 'quote.created'
const READY = 'quote.proposalReady'
const POLICY = 'policy.created'

/** For each event type, the requirement that it is emitted. */
const EMITTED: Readonly<Record<string, string>> = {
  [CREATED]: 'quote-created-emitted',
  [READY]: 'proposal-ready-emitted',
  [POLICY]: 'policy-created-emitted',
}

/** For each document, the event after which it must be available, and the requirement that says so. */
const FOLLOWS: Readonly<Record<string, readonly [type: string, requirement: string]>> = {
  'quote-proposal': [READY, 'quote-proposal-follows-event'],
  'policy-preview': [READY, 'policy-preview-follows-proposal-ready'],
  policy: [POLICY, 'policy-follows-policy-created'],
}

/** A quote with the deliveries to its partner's endpoint. */
interface QuoteEvents {
  readonly facts: QuoteFacts
  readonly events: ReceivedEvents
  readonly arrivals: readonly Arrival[]
}

/** Judges the events of a journey (3.transitions, 6, R16, R24, R28). Empty where no endpoint is registered. */
export function eventVerdicts(journey: JourneyTrace, spec: Spec): readonly StepVerdict[] {
  const { events, quotes } = journey
  if (events === undefined) return []
  const all = quotes.flatMap((_, place) => factsOfQuote(journey, place) ?? [])
  const known = spec.delivery.events.map(({ type }) => type as string)
  return [
    ...all.flatMap((facts) => keptApart(facts, events, known)),
    ...all.flatMap((facts) => {
      const arrivals = facts.quote.partner === 'other' ? events.other : events.own
      if (arrivals === undefined) return []
      const received = { facts, events, arrivals }
      return [
        ...owedTypes(facts, known).flatMap((type) => wasEmitted(received, type)),
        ...notTooEarly(received),
        ...facts.steps.flatMap((step) => [...atItsTime(received, step), ...documentFollows(received, step)]),
        ...oneOfEach(received),
        ...onePolicy(received),
      ]
    }),
    ...ofEveryDelivery(journey, events, spec),
  ]
}

/** Judges that an endpoint gets events of its own partner only (R24). */
function keptApart(
  { quote, states }: QuoteFacts,
  events: ReceivedEvents,
  known: readonly string[],
): readonly StepVerdict[] {
  const others = quote.partner === 'other' ? events.own : events.other
  if (others === undefined) return []
  const [first] = known.flatMap((type) => about(quote, type, others))
  const requirement = 'events-go-to-their-partner'
  if (first !== undefined) return verdictOn(requirement, ofAnotherPartner(first))
  return states.has('ready_to_bind') && events.reached ? verdictOn(requirement, passed()) : []
}

function wasEmitted({ facts, events, arrivals }: QuoteEvents, type: string): readonly StepVerdict[] {
  const requirement = EMITTED[type]
  if (requirement === undefined) return []
  const { quote, place, steps } = facts
  if (about(quote, type, arrivals).length > 0) return verdictOn(requirement, passed())
  if (!events.reached) return []
  // `policy.created` names no quote, and how a platform writes the customer's name is open.
  if (type === POLICY && (events.unclear[place] ?? 0) > 0)
    return verdictOn(requirement, cannotTell(`${type} came, but it is not known of which quote`))
  const last = steps.at(-1)?.after
  const observedIs = `none among ${arrivals.length} deliveries about quotes of the journey`
  const expected = `${type} of quote ${quote.id}`
  return verdictOn(
    requirement,
    last === undefined
      ? failed({ expected, observed: observedIs, absence: true })
      : failed({ ...finding(last, expected, observedIs), absence: true }),
  )
}

/**
 * Judges by body timestamps that `quote.proposalReady` is not before `quote.created` where a quote goes straight through (R28); and
 * that no unbound quote has a policy.
 */
function notTooEarly({ facts, arrivals }: QuoteEvents): readonly StepVerdict[] {
  const { quote, mayBeBound, binds } = facts
  const policy = about(quote, POLICY, arrivals)[0]
  const early = mayBeBound
    ? []
    : policy !== undefined
      ? verdictOn(
          'policy-created-not-early',
          breach(policy, 'no policy of a quote that was not bound', POLICY, '/type'),
        )
      : binds.length > 0
        ? verdictOn('policy-created-not-early', passed())
        : []
  const timesOf = (type: string) =>
    about(quote, type, arrivals).flatMap((arrival) => {
      const time = readIso(at(eventIn(arrival), '/timestamp'))
      return time === undefined ? [] : [{ arrival, ms: time.ms }]
    })
  const created = Math.min(...timesOf(CREATED).map(({ ms }) => ms))
  const [ready] = timesOf(READY).sort((one, other) => one.ms - other.ms)
  if (ready === undefined || !Number.isFinite(created) || detoursOf(facts).length > 0) return early
  const verdict =
    ready.ms >= created
      ? passed()
      : breach(
          ready.arrival,
          `a time not before that of ${CREATED}`,
          `${created - ready.ms} ms before it`,
          '/timestamp',
        )
  return [...early, ...verdictOn('proposal-ready-not-early', verdict)]
}

/** Judges that no event arrived before a read whose state shows that it was too early. */
function atItsTime(
  { facts, arrivals }: QuoteEvents,
  { before, received, held }: TakenStep,
): readonly StepVerdict[] {
  const state = before && stateOf(before)
  const { quote, updates, states, mayBeBound } = facts
  if (before === undefined || state === undefined) return []
  const wrong = (type: string, requirement: string): readonly StepVerdict[] => {
    const [first] = about(quote, type, arrivals)
    if (!received.before.includes(type) || first === undefined) return verdictOn(requirement, passed())
    const isHeld = held !== undefined && HELD_BY[state as QuoteState] === held
    // Unless the work is held back, the read may lag behind the event.
    if (!isHeld) return []
    return verdictOn(
      requirement,
      failed(finding(before, `a state in which ${type} can have come`, state, '/data/quote_status')),
    )
  }
  // An update or the onboarding of a broker may lead back to rating.
  const isFirstRating = state === 'pending' && updates === 0 && !states.has('approved_rate')
  const isUnissued = state === 'bound' || (mayBeBound && state === 'ready_to_bind')
  return [
    ...(isFirstRating ? [CREATED, READY].flatMap((type) => wrong(type, 'quote-created-after-rating')) : []),
    ...(isUnissued ? wrong(POLICY, 'policy-created-not-early') : []),
  ]
}

/** Judges that a document is available once its event has come. Not after an update, which may cause a new document. */
function documentFollows(
  { facts }: QuoteEvents,
  { action, sent, before, after, received, bound }: TakenStep,
): readonly StepVerdict[] {
  const [type, requirement] = FOLLOWS[action] ?? []
  const [read] = sent
  if (type === undefined || requirement === undefined || read === undefined) return []
  // After a bind a read of the state may lag behind, and the proposal of a bound quote is gone (R17).
  if (bound && type !== POLICY) return []
  const state = before && stateOf(before)
  const isSteady = state !== undefined && after !== undefined && stateOf(after) === state
  const isItsState = state === (type === POLICY ? 'issued' : 'ready_to_bind')
  if (!received.sending.includes(type) || facts.updates > 0 || !isSteady || !isItsState) return []
  return verdictOn(requirement, statusIs(read, 200))
}

/** Non-terminal states that an operator ends by onboarding or review. A quote may pass them between two reads. */
const DETOURS = ['approved_rate', 'underwriter_review']

const detoursOf = ({ quote, states }: QuoteFacts): readonly string[] =>
  DETOURS.filter((state) => states.has(state) || quote.outcome === state)

/** Judges that one rating causes one event of each type. The end of a detour, a re-rating and its detour may each add one. */
function oneOfEach({ facts, arrivals }: QuoteEvents): readonly StepVerdict[] {
  const { quote, updates } = facts
  const most = 1 + detoursOf(facts).length + 2 * updates
  return (
    [
      [CREATED, 'quote-created-once'],
      [READY, 'proposal-ready-once'],
    ] as const
  ).flatMap(([type, requirement]) => {
    const ids = new Set(about(quote, type, arrivals).map((one) => eventIdOf(one) ?? one.id))
    if (ids.size === 0) return []
    if (ids.size <= most) return most === 1 ? verdictOn(requirement, passed()) : []
    return verdictOn(
      requirement,
      failed({
        expected: `at most ${most} ${type} of quote ${quote.id}`,
        observed: [...ids].join(', '),
        at: 'event-id',
      }),
    )
  })
}

/** Judges that a quote gets one policy, however often it is bound (R16). Deliveries may repeat: each event counts once. */
function onePolicy({ facts, arrivals }: QuoteEvents): readonly StepVerdict[] {
  const { quote, binds } = facts
  const events = new Set(about(quote, POLICY, arrivals).map((one) => eventIdOf(one) ?? one.id))
  const last = binds.at(-1)
  if (last === undefined) return []
  const requirement = binds.length > 1 ? 'bind-again-emits-no-second-policy' : 'bind-emits-one-policy-created'
  if (events.size === 0)
    return verdictOn(requirement, observed('no policy.created arrived while the journey lasted'))
  const verdict: Verdict =
    events.size === 1 ? passed() : failed(finding(last, 'one policy.created', `${events.size} of them`))
  return verdictOn(requirement, verdict)
}

/** Every requirement on events that a journey may judge. */
export const EVENT_REQUIREMENTS = (spec: Spec): readonly string[] => [
  ...new Set([
    ...Object.values(EMITTED),
    ...Object.values(FOLLOWS).map(([, requirement]) => requirement),
    ...['quote-created-after-rating', 'policy-created-not-early', 'proposal-ready-not-early'],
    ...['quote-created-once', 'proposal-ready-once', 'events-go-to-their-partner'],
    ...['bind-emits-one-policy-created', 'bind-again-emits-no-second-policy'],
    ...deliveryClaims(spec).map(({ requirement }) => requirement),
  ]),
]
