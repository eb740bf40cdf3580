import type { Exchange } from '../../../../conformance/exchange.ts'
import { readIso } from '../../../../conformance/iso-time.ts'
import type { Arrival, WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import {
  cannotTell,
  cutOff,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { isAcceptedBind } from '../../vocabulary/judge/accepted-bind.ts'
import { statusIs } from '../../vocabulary/judge/answer.ts'
import { at } from '../../vocabulary/judge/json.ts'
import type { Quote } from '../../vocabulary/quotes/quotes.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'
import { breach } from './breach.ts'
import { deliveryClaims } from './delivery.ts'
import { about, eventIdOf, eventIn, SEE, typeOf } from './event.ts'
import { eventObservations } from './event-observations.ts'
import type { EventsTrace, Moment } from './events-trace.ts'
import { excuseFor } from './in-service.ts'

/** Follows a straight-through quote and checks that each of its three events comes at the right moment (3.transitions, 6, R28). */
export function eventScenario(spec: Spec): PlatformScenario {
  const types = spec.delivery.events.map(({ type }) => type)
  return scenario<EventsTrace>({
    id: 'webhooks/events-of-a-quote',
    title: 'A quote sends its rating, proposal and policy events in time',
    needs: [{ offers: 'webhooks' }],
    drive: (context) => follow(context, types),
    claims: [
      claim('quote-created-emitted', (trace) => came(trace, 'quote.created')),
      claim('quote-created-after-rating', ({ created }) => stateIsNot(created, earlyFor('quote.created'))),
      claim('proposal-ready-emitted', (trace) => came(trace, 'quote.proposalReady')),
      claim('proposal-ready-not-early', proposalAfterCreated),
      claim('quote-proposal-follows-event', ({ proposalReady }) =>
        documentIs(proposalReady, 'quote-proposal'),
      ),
      claim('policy-preview-follows-proposal-ready', ({ proposalReady }) =>
        documentIs(proposalReady, 'policy-preview'),
      ),
      claim('policy-created-emitted', (trace) =>
        trace.bound ? came(trace, 'policy.created') : cutOff('the quote was not bound'),
      ),
      claim('policy-created-not-early', ({ policyCreated }) =>
        stateIsNot(policyCreated, earlyFor('policy.created')),
      ),
      claim('policy-follows-policy-created', ({ policyCreated }) => documentIs(policyCreated, 'policy')),
      claim('quote-created-once', (trace) => oneEvent(trace, 'quote.created')),
      claim('proposal-ready-once', (trace) => oneEvent(trace, 'quote.proposalReady')),
      claim('bind-emits-one-policy-created', (trace) => onePolicy(trace, trace.beforeSecondBind)),
      claim('bind-again-emits-no-second-policy', (trace) => onePolicy(trace)),
      ...eventObservations,
      ...deliveryClaims<EventsTrace>(spec, ({ arrivals }) => arrivals),
    ],
  })
}

/** States in which an event would be too early. */
const earlyFor = (type: string): readonly string[] =>
  type === 'quote.created' ? ['pending'] : type === 'policy.created' ? ['ready_to_bind', 'bound'] : []

/** Interval at which new quotes are made while a person registers the endpoint by hand, in milliseconds. */
const TRY_AGAIN_MS = 15_000

/** Makes the quote. Where a person registers the endpoint by hand, repeats that until an event arrives. */
async function firstQuote(
  { quotes, webhooks, clock, facts }: PlatformContext,
  endpoint: WebhookEndpoint,
): Promise<Quote> {
  const deadline = clock.deadline(facts.timing.registration)
  for (;;) {
    const quote = await quotes.create('ready_to_bind')
    if (webhooks.byHand === undefined) return quote
    clock.awaits(
      `a first event at ${webhooks.byHand}, registered for all event types`,
      facts.timing.registration,
    )
    const came = await webhooks.until(
      () => about(quote, 'quote.created', endpoint.arrivals()).length > 0,
      TRY_AGAIN_MS,
    )
    if (came || deadline.expired()) return quote
  }
}

async function follow(context: PlatformContext, types: readonly string[]): Promise<EventsTrace> {
  const { api, quotes, webhooks, facts, spec } = context
  const endpoint = await webhooks.open(types)
  const quote = await firstQuote(context, endpoint)
  const wait = async (
    type: string,
    withinMs: number,
    documents: readonly ('quote-proposal' | 'policy-preview' | 'policy')[],
  ) => {
    const arrived = await webhooks.until(() => about(quote, type, endpoint.arrivals()).length > 0, withinMs)
    if (!arrived) return undefined
    const received = endpoint.arrivals().map(typeOf)
    const isInTime = (state = '') => !earlyFor(type).includes(state)
    const { reads, last: status, watchedMs } = await quotes.caughtUp(quote.id, isInTime)
    const read: Exchange[] = []
    for (const name of documents) read.push(await api.document(name, quote.id))
    return { status, lagMs: reads.length > 1 ? watchedMs : 0, documents: read, received }
  }
  const created = await wait('quote.created', facts.timing.rating, ['quote-proposal'])
  const has = (type: string) => spec.delivery.events.some((event) => event.type === type)
  const proposalReady = has('quote.proposalReady')
    ? await wait('quote.proposalReady', facts.timing.proposal, ['quote-proposal', 'policy-preview'])
    : undefined
  const { state } = await quotes.settle(quote.id)
  const bind = await api.bind(quote.id)
  const policyCreated = await wait('policy.created', facts.timing.issue, ['policy'])
  // A second policy would be announced soon after the first, or soon after a second bind.
  await quotes.stays(quote.id)
  const beforeSecondBind = endpoint.arrivals().length
  const issued = await api.status(quote.id)
  await api.bind(quote.id)
  await quotes.stays(quote.id)
  return {
    quote,
    arrivals: endpoint.arrivals(),
    ...(await excuseFor(context, endpoint, [created, proposalReady, policyCreated].includes(undefined))),
    beforeSecondBind,
    issued,
    rated: state ?? 'no state at all',
    bound: isAcceptedBind(bind, spec),
    ...(created === undefined ? {} : { created }),
    ...(proposalReady === undefined ? {} : { proposalReady }),
    ...(policyCreated === undefined ? {} : { policyCreated }),
  }
}

/** Judges that an event came. A missing one is a breach only where the receiver was reachable. */
function came({ quote, arrivals, rated, excuse }: EventsTrace, type: string): Verdict {
  if (about(quote, type, arrivals).length > 0) return passed()
  if (rated !== 'ready_to_bind')
    return cutOff(`a quote should have reached ready_to_bind and reached ${rated}`)
  if (excuse !== undefined) return excuse
  // `policy.created` names no quote, and how a platform writes the customer's name is open.
  const unknown = arrivals.filter((arrival) => typeOf(arrival) === type && namesNoQuote(arrival))
  return unknown.length > 0
    ? cannotTell(`${type} came, but none of ${unknown.length} names a customer that only this quote has`)
    : failed({
        expected: `${type} of the quote`,
        observed:
          arrivals.length === 0 ? `nothing at all ${SEE}` : `none among ${arrivals.length} deliveries`,
        absence: true,
      })
}

const namesNoQuote = (arrival: Arrival): boolean => at(eventIn(arrival), '/data/quoteId') === undefined

function stateIsNot(moment: Moment | undefined, early: readonly string[]): Verdict {
  if (moment === undefined) return cannotTell('the event did not arrive')
  const state = stateOf(moment.status)
  if (state === undefined) return cutOff('the status could not be read when the event arrived')
  return early.includes(state)
    ? failed({
        expected: `a state after ${early.at(-1)}`,
        observed: state,
        at: '/data/quote_status',
        exchange: moment.status.id,
      })
    : passed(moment.lagMs > 0 ? `seen ${moment.lagMs} ms later` : undefined)
}

function documentIs(moment: Moment | undefined, name: string): Verdict {
  const read = moment?.documents.find(({ operation }) => operation === name)
  return read === undefined ? cannotTell('the event did not arrive') : statusIs(read, 200)
}

/** Judges by body timestamps that the proposal's event is not before `quote.created`: deliveries may overtake each other (R28). */
export function proposalAfterCreated({ quote, arrivals }: Pick<EventsTrace, 'quote' | 'arrivals'>): Verdict {
  const [created] = about(quote, 'quote.created', arrivals)
  const [ready] = about(quote, 'quote.proposalReady', arrivals)
  if (created === undefined || ready === undefined) return cannotTell('one of the two events did not arrive')
  const [first, then] = [created, ready].map((arrival) => readIso(at(eventIn(arrival), '/timestamp')))
  if (first === undefined || then === undefined) return cannotTell('a time cannot be read')
  return then.ms >= first.ms
    ? passed()
    : breach(
        ready,
        'a time not before that of quote.created',
        `${first.ms - then.ms} ms before it`,
        '/timestamp',
      )
}

/** Records the order of the two events, which is open for a quote that was reviewed (R28). */
export function proposalOrder(events: Pick<EventsTrace, 'quote' | 'arrivals'>): Verdict {
  const verdict = proposalAfterCreated(events)
  if (verdict.kind === 'cannot-tell') return verdict
  return observed(
    `quote.created ${verdict.kind === 'passed' ? 'is not' : 'is'} later than quote.proposalReady`,
  )
}

/** Judges that there is one event. Deliveries may repeat with the same Event-ID; another id is another event. */
function oneEvent({ quote, arrivals }: EventsTrace, type: string, until?: number): Verdict {
  const arrived = about(quote, type, arrivals.slice(0, until))
  const [first, second] = new Set(arrived.map(eventIdOf))
  if (arrived.length === 0) return cannotTell(`no ${type} arrived`)
  return second === undefined
    ? passed()
    : failed({ expected: `one ${type} for one quote`, observed: `${first} and ${second}`, at: 'event-id' })
}

function onePolicy(trace: EventsTrace, until?: number): Verdict {
  return trace.bound ? oneEvent(trace, 'policy.created', until) : cannotTell('the quote was not bound')
}
