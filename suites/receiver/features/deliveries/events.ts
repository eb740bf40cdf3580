import { cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { uuidOf } from '../../../../generators/events.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import type { Draft } from '../../vocabulary/drafts/draft.ts'
import {
  type Answered,
  acceptedIds,
  byId,
  deliverEach,
  eventTypesOf,
  type Named,
} from '../../vocabulary/driving/send.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  processedOnce,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { accepted, allInTime, allOf } from '../../vocabulary/judge/answer.ts'
import { longestMs } from '../../vocabulary/pace/retries.ts'
import { likeEachOther } from './alike.ts'
import { eventsOfOneQuote, lifeOfAQuote } from './one-quote.ts'

/**
 * The type of the event, or the property that the delivery tests. That is its `id`, its `timestamp`, an `earlier` or an `equal` event,
 * or one that comes `again`.
 */
type Kind = EventType

interface Trace {
  readonly answered: readonly Answered<Kind>[]
  readonly effects: Effects
}

/** Every event, with ids and timestamps in every usual form, and in an order that retries may cause. */
export function eventsScenario(spec: Spec): ReceiverScenario {
  return sendScenario<Trace>({
    id: 'deliveries/events',
    title: 'Every event is accepted, under any id and in any order',
    async drive(context) {
      const answered = await deliverEach(context, 'events', draftsOf(context))
      const ids = acceptedIds(answered)
      return { answered, effects: await watchEffects(context, ids, ids) }
    },
    claims: [
      ...eventTypesOf(spec).map(({ type, taken }) => claim<Trace>(taken, (trace) => named(trace, type))),
      claim('receiver-accepts-any-event-id', (trace) => named(trace, 'id')),
      claim('receiver-accepts-whole-seconds', (trace) => named(trace, 'timestamp')),
      claim('receiver-accepts-differing-timestamps', (trace) => named(trace, 'earlier')),
      claim('receiver-accepts-a-later-attempt', (trace) =>
        trace.answered.some(({ kind }) => kind === 'again')
          ? named(trace, 'again')
          : cannotTell('the run had no time to send the events of a quote again'),
      ),
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

function named({ answered }: Trace, wanted: Kind): Verdict {
  const chosen = answered.filter(({ kind }) => kind === wanted)
  return allOf(chosen.map(({ name, exchange }) => accepted(exchange, name)))
}

const acceptedOnes = (answered: readonly Answered[]) =>
  byId(answered.filter(({ id }) => acceptedIds(answered).includes(id)))

/** Equal bodies, quotes or times, and ids with a common beginning: each one is a separate event. */
function alike({ answered, effects }: Trace): Verdict {
  const counterparts = answered.filter(({ kind }) => kind === 'equal' || kind === 'id')
  return eachProcessed(effects, byId(counterparts), processedAtAll)
}

function draftsOf(context: ReceiverContext): readonly Named<Kind>[] {
  const { spec, draft, event, unique, now } = context
  const types = eventTypesOf(spec).map(({ type }) => type)
  const wholeSeconds = () => context.timestamp().replace(/\.\d+Z$/, 'Z')
  const plain = (kind: Kind, name: string, given: Partial<Draft> = {}): Named<Kind> => ({
    kind,
    name,
    draft: draft('quote.created', given),
    keepsId: given.id !== undefined,
  })
  const variant = (kind: Kind, name: string, given: Partial<Draft>): Named<Kind> => ({
    ...plain(kind, name, given),
    variant: true,
  })
  // As at the last attempt of the retry schedule: the attempt is made now, but the event is old.
  const earlier = (type: EventType) =>
    draft(type, {
      body: JSON.stringify({ ...event(type), timestamp: new Date(now() - longestMs(spec)).toISOString() }),
    })
  return [
    // The last milestone comes first, because later events may overtake a retry.
    ...types.toReversed().map((type) => ({ kind: type, name: `${type} out of order`, draft: draft(type) })),
    ...eventsOfOneQuote(context),
    ...lifeOfAQuote(context),
    ...types.map((type) => ({ kind: type, name: type, draft: draft(type), variant: true })),
    plain('id', 'id in capitals', { id: uuidOf(unique()).toUpperCase() }),
    variant('id', 'id with an underscore', { id: `evt_${unique()}` }),
    variant('id', 'id of digits', { id: String(BigInt(`0x${unique()}`)).slice(0, 18) }),
    variant('id', 'id with the marks of base64 and of addresses', { id: `${unique()}+/%41=` }),
    variant('id', 'id with a comma', { id: `${unique()},1` }),
    variant('id', 'id of digits that begins with zeros', {
      id: `000${BigInt(`0x${unique()}`)}`.slice(0, 18),
    }),
    variant('id', 'id that is short', { id: unique().slice(0, 7) }),
    variant('id', 'id of 120 characters', {
      id: `event-${unique()}-${unique()}-${unique()}`.padEnd(120, '0'),
    }),
    plain('timestamp', 'timestamp without milliseconds', { timestamp: wholeSeconds() }),
    variant('timestamp', 'timestamp with milliseconds', {}),
    variant('timestamp', 'timestamp with nanoseconds', {
      timestamp: context.timestamp().replace('Z', '456789Z'),
    }),
    ...likeEachOther(context),
    ...types.map((type, index) => ({
      kind: 'earlier' as const,
      name: `earlier body timestamp of ${type}`,
      draft: earlier(type),
      variant: index > 0,
    })),
  ]
}
