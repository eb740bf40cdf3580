import type { Verdict } from '../../../../conformance/verdict.ts'
import { uuidOf } from '../../../../generators/events.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type ReceiverContext, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import type { Draft } from '../../vocabulary/draft.ts'
import { accepted, allInTime, allOf } from '../../vocabulary/judge/answer.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  processedOnce,
  watchEffects,
} from '../../vocabulary/judge/processed.ts'
import { type Answered, acceptedIds, byId, deliverEach, eventsOf, type Named } from '../../vocabulary/send.ts'
import { likeEachOther } from './alike.ts'

interface Trace {
  readonly answered: readonly Answered[]
  readonly effects: Effects
}

const CLAIM_OF: Readonly<Record<EventType, string>> = {
  'quote.created': 'receiver-accepts-quote-created',
  'quote.proposalReady': 'receiver-accepts-proposal-ready',
  'policy.created': 'receiver-accepts-policy-created',
  'broker.added': 'receiver-accepts-broker-added',
}

/** Every event, under ids and with timestamps of every usual form, and in an order that retries may bring about. */
export function eventsScenario(spec: Spec): ReceiverScenario {
  return scenario<Trace>({
    id: 'deliveries/events',
    title: 'Every event is taken, under whatever id and in whatever order',
    async drive(context) {
      const answered = await deliverEach(context, 'events', draftsOf(context))
      const ids = acceptedIds(answered)
      return { answered, effects: await watchEffects(context, ids, ids) }
    },
    claims: [
      ...eventsOf(spec).map(({ type }) => claim<Trace>(CLAIM_OF[type], (trace) => named(trace, type))),
      claim('receiver-accepts-any-event-id', (trace) => named(trace, 'id')),
      claim('receiver-accepts-whole-seconds', (trace) => named(trace, 'timestamp')),
      claim('receiver-accepts-differing-timestamps', (trace) => named(trace, 'earlier')),
      claim('receiver-processes-distinct-events-alike', alike),
      claim('receiver-processes-each-event', ({ effects, answered }) =>
        eachProcessed(effects, acceptedOnes(answered), processedAtAll),
      ),
      claim('receiver-processes-once', ({ effects, answered }) =>
        eachProcessed(effects, acceptedOnes(answered), processedOnce),
      ),
      claim('receiver-answers-within-8-seconds', ({ answered }, facts) =>
        allInTime(
          answered.map(({ exchange }) => exchange),
          facts.spec,
        ),
      ),
    ],
  })
}

/** Deliveries by the first word of their name. */
function named({ answered }: Trace, word: string): Verdict {
  const chosen = answered.filter(({ name }) => name.split(' ', 1)[0] === word)
  return allOf(chosen.map(({ name, exchange }) => accepted(exchange, name)))
}

const acceptedOnes = (answered: readonly Answered[]) =>
  byId(answered.filter(({ id }) => acceptedIds(answered).includes(id)))

/** Equal bodies, quotes or times, and ids that begin alike: each is an event of its own. */
function alike({ answered, effects }: Trace): Verdict {
  const counterparts = answered.filter(({ name }) => /^(equal|id) /.test(name))
  return eachProcessed(effects, byId(counterparts), processedAtAll)
}

function draftsOf(context: ReceiverContext): readonly Named[] {
  const { spec, draft, event, unique, now } = context
  const types = eventsOf(spec).map(({ type }) => type)
  const wholeSeconds = () => context.timestamp().replace(/\.\d+Z$/, 'Z')
  const plain = (name: string, given: Partial<Draft> = {}): Named => ({
    name,
    draft: draft('quote.created', given),
  })
  const variant = (name: string, given: Partial<Draft>): Named => ({ ...plain(name, given), variant: true })
  // As at a late rung of the ladder: the attempt is of now, the event is not.
  const earlier = (type: EventType) =>
    draft(type, {
      body: JSON.stringify({ ...event(type), timestamp: new Date(now() - 120_000).toISOString() }),
    })
  return [
    // The last milestone first: a retry may be overtaken.
    ...types.toReversed().map((type) => ({ name: `${type} out of order`, draft: draft(type) })),
    ...types.map((type) => ({ name: type, draft: draft(type), variant: true })),
    plain('id in capitals', { id: uuidOf(unique()).toUpperCase() }),
    variant('id with an underscore', { id: `evt_${unique()}` }),
    variant('id of digits', { id: String(BigInt(`0x${unique()}`)).slice(0, 18) }),
    variant('id that is short', { id: unique().slice(0, 12) }),
    variant('id of 120 characters', { id: `event-${unique()}-${unique()}-${unique()}`.padEnd(120, '0') }),
    plain('timestamp without milliseconds', { timestamp: wholeSeconds() }),
    variant('timestamp with milliseconds', {}),
    ...likeEachOther(context),
    ...types.map((type, index) => ({
      name: `earlier body timestamp of ${type}`,
      draft: earlier(type),
      variant: index > 0,
    })),
  ]
}
