import { isObject } from '../../../../conformance/json/object.ts'
import { cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import type { EventBody } from '../../../../generators/events.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
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
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { accepted, allOf, isAccepted } from '../../vocabulary/judge/answer.ts'

/** Parts of an event that are free: a list, a status, a text, a time, its size. Blanks make an event large. */
type Kind = 'list' | 'status' | 'text' | 'time' | 'size' | 'blanks'

interface Trace {
  readonly answered: readonly Answered<Kind>[]
  readonly effects: Effects
}

interface Content {
  readonly kind: Kind
  readonly name: string
  readonly type: EventType
  change(body: EventBody): unknown
  readonly variant?: boolean
}

const data =
  (given: Readonly<Record<string, unknown>>): Content['change'] =>
  (body) => ({ ...body, data: { ...body.data, ...given } })

/** The data with another text in each field `name` of its objects. */
const withNames = (data: EventBody['data'], name: string): EventBody['data'] =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      isObject(value) ? withNames(value, name) : key === 'name' ? name : value,
    ]),
  )

/** Sizes between 16 kB and 64 kB, reached with blanks: the event is valid whatever rules a receiver has for texts. */
const SIZES_KB = [17, 33, 60]

const BROKERAGE = 'text of a brokerage'

/** Contents of payload fields that the specification leaves open, so each value is valid. */
const CONTENTS: readonly Content[] = [
  { kind: 'list', name: 'list that is empty', type: 'broker.added', change: data({ licensedStates: [] }) },
  {
    kind: 'list',
    name: 'list of one',
    type: 'broker.added',
    change: data({ licensedStates: ['DC'] }),
    variant: true,
  },
  {
    kind: 'status',
    name: 'status of a quote',
    type: 'quote.created',
    change: data({ status: 'underwriter_review' }),
  },
  {
    kind: 'status',
    name: 'status of a policy',
    type: 'policy.created',
    change: data({ status: 'in_force' }),
  },
  ...['approved_rate', 'RATED', 'a status to come'].map(
    (status): Content => ({
      kind: 'status',
      name: `status ${status}`,
      type: 'quote.created',
      change: data({ status }),
      variant: true,
    }),
  ),
  // Some programs expect a first and a last name.
  ...(['policy.created', 'quote.created', 'broker.added'] as const).map(
    (type, index): Content => ({
      kind: 'text',
      name: 'text of one word for a name',
      type,
      change: (body) => ({ ...body, data: withNames(body.data, 'Acme') }),
      ...(index > 0 && { variant: true }),
    }),
  ),
  {
    kind: 'text',
    name: 'text of a product',
    type: 'policy.created',
    change: data({ product: 'cyber-v2/EU' }),
  },
  {
    kind: 'text',
    name: 'text of a quote id',
    type: 'quote.created',
    change: data({ quoteId: 'Q-2027/0001' }),
  },
  {
    kind: 'text',
    name: 'text of a policy id',
    type: 'policy.created',
    change: data({ policyId: 'CYB 0001' }),
    variant: true,
  },
  {
    kind: 'text',
    name: 'text of a broker id',
    type: 'broker.added',
    change: data({ brokerId: '4711' }),
    variant: true,
  },
  {
    kind: 'text',
    name: BROKERAGE,
    type: 'quote.proposalReady',
    change: (body) => ({ ...body, brokerageId: '0' }),
    variant: true,
  },
  {
    kind: 'time',
    name: 'time with an offset',
    type: 'quote.created',
    change: (body) => ({ ...body, timestamp: body.timestamp.replace('Z', '+00:00') }),
  },
  {
    kind: 'time',
    name: 'time without milliseconds',
    type: 'policy.created',
    change: (body) => ({ ...body, timestamp: body.timestamp.replace(/\.\d+Z$/, 'Z') }),
  },
]

/** Events with all kinds of content that the specification allows in their fields. */
export const content: ReceiverScenario = sendScenario<Trace>({
  id: 'deliveries/content',
  title: 'Events are accepted with any valid values in their fields',
  async drive(context) {
    const answered = await deliverEach(context, 'contents of events', draftsOf(context))
    const ids = acceptedIds(answered)
    return { answered, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    everyOne('receiver-accepts-an-empty-list', 'list'),
    everyOne('receiver-accepts-any-status', 'status'),
    everyOne('receiver-accepts-texts-of-any-form', 'text'),
    everyOne('receiver-accepts-body-timestamps-of-any-form', 'time'),
    claim('receiver-accepts-a-body-over-16-kb', ofAnySize),
    claim('receiver-processes-each-event', ({ answered, effects }) =>
      eachProcessed(
        effects,
        byId(answered.filter(({ id }) => acceptedIds(answered).includes(id))),
        processedAtAll,
      ),
    ),
  ],
})

function everyOne(requirement: string, wanted: Kind) {
  return claim<Trace>(requirement, ({ answered }) => accepting(answered, wanted))
}

const accepting = (answered: Trace['answered'], wanted: Kind): Verdict =>
  allOf(answered.filter(({ kind }) => kind === wanted).map(({ name, exchange }) => accepted(exchange, name)))

/** A receiver that refuses blanks refuses a large body, too, whatever size it takes. */
function ofAnySize({ answered }: Trace): Verdict {
  const verdict = accepting(answered, 'size')
  const blanks = answered.find(({ kind }) => kind === 'blanks')
  return verdict.kind === 'failed' && blanks !== undefined && !isAccepted(blanks.exchange)
    ? cutOff('a small body with blanks in it is refused, too')
    : verdict
}

function draftsOf({ spec, draft, event, facts }: ReceiverContext): readonly Named<Kind>[] {
  const known = new Set(eventTypesOf(spec).map(({ type }) => type))
  const isSent = ({ name, type }: Content) => known.has(type) && (name !== BROKERAGE || !facts.brokerageNamed)
  const contents = CONTENTS.filter(isSent).map(({ kind, name, type, change, variant }) => ({
    kind,
    name,
    draft: draft(type, { body: JSON.stringify(change(event(type))) }),
    ...(variant === true && { variant }),
  }))
  const blank = (kind: Kind, name: string, bytes: number, variant = false): Named<Kind> => {
    const json = JSON.stringify(event('quote.created'))
    const blanks = ' '.repeat(Math.max(1, bytes - json.length))
    return {
      ...{ kind, name, variant },
      draft: draft('quote.created', { body: json.replace('"data":', `"data":${blanks}`) }),
    }
  }
  const sizes = SIZES_KB.map((size, index) => blank('size', `kilobytes ${size}`, size * 1024, index > 0))
  return [...contents, blank('blanks', 'blank before the data', 0), ...sizes]
}
