import type { EventBody } from '../../../../generators/events.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import { claim, type ReceiverContext, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { accepted, allOf } from '../../vocabulary/judge/answer.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  watchEffects,
} from '../../vocabulary/judge/processed.ts'
import { type Answered, acceptedIds, byId, deliverEach, eventsOf } from '../../vocabulary/send.ts'

interface Trace {
  readonly answered: readonly Answered[]
  readonly effects: Effects
}

interface Content {
  /** Begins with what its requirement is found by. */
  readonly name: string
  readonly type: EventType
  change(body: EventBody): unknown
  readonly variant?: boolean
}

const data =
  (given: Readonly<Record<string, unknown>>): Content['change'] =>
  (body) => ({ ...body, data: { ...body.data, ...given } })

/** Between 16 kB and 64 kB, in blanks: a right event whatever is asked of its texts. */
const SIZES_KB = [17, 33, 60]

/** Contents that the specification leaves free in a payload, so that each value of them is right. */
const CONTENTS: readonly Content[] = [
  { name: 'list that is empty', type: 'broker.added', change: data({ licensedStates: [] }) },
  { name: 'list of one', type: 'broker.added', change: data({ licensedStates: ['DC'] }), variant: true },
  { name: 'status of a quote', type: 'quote.created', change: data({ status: 'underwriter_review' }) },
  { name: 'status of a policy', type: 'policy.created', change: data({ status: 'in_force' }) },
  ...['approved_rate', 'RATED', 'a status to come'].map(
    (status): Content => ({
      name: `status ${status}`,
      type: 'quote.created',
      change: data({ status }),
      variant: true,
    }),
  ),
  { name: 'text of a product', type: 'policy.created', change: data({ product: 'cyber-v2/EU' }) },
  { name: 'text of a quote id', type: 'quote.created', change: data({ quoteId: 'Q-2027/0001' }) },
  {
    name: 'text of a policy id',
    type: 'policy.created',
    change: data({ policyId: 'CYB 0001' }),
    variant: true,
  },
  { name: 'text of a broker id', type: 'broker.added', change: data({ brokerId: '4711' }), variant: true },
  {
    name: 'text of a brokerage',
    type: 'quote.proposalReady',
    change: (body) => ({ ...body, brokerageId: '0' }),
    variant: true,
  },
  {
    name: 'time with an offset',
    type: 'quote.created',
    change: (body) => ({ ...body, timestamp: body.timestamp.replace('Z', '+00:00') }),
  },
  {
    name: 'time without milliseconds',
    type: 'policy.created',
    change: (body) => ({ ...body, timestamp: body.timestamp.replace(/\.\d+Z$/, 'Z') }),
  },
]

/** Events with whatever the specification lets stand in their fields. */
export const content: ReceiverScenario = scenario<Trace>({
  id: 'deliveries/content',
  title: 'Events are taken with whatever may stand in their fields',
  async drive(context) {
    const answered = await deliverEach(context, 'contents of events', draftsOf(context))
    const ids = acceptedIds(answered)
    return { answered, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    beginning('receiver-accepts-an-empty-list', 'list'),
    beginning('receiver-accepts-any-status', 'status'),
    beginning('receiver-accepts-texts-of-any-form', 'text'),
    beginning('receiver-accepts-body-timestamps-of-any-form', 'time'),
    beginning('receiver-accepts-a-body-over-16-kb', 'kilobytes'),
    claim('receiver-processes-each-event', ({ answered, effects }) =>
      eachProcessed(
        effects,
        byId(answered.filter(({ id }) => acceptedIds(answered).includes(id))),
        processedAtAll,
      ),
    ),
  ],
})

function beginning(requirement: string, word: string) {
  return claim<Trace>(requirement, ({ answered }) =>
    allOf(
      answered
        .filter(({ name }) => name.startsWith(`${word} `))
        .map(({ name, exchange }) => accepted(exchange, name)),
    ),
  )
}

function draftsOf({ spec, draft, event }: ReceiverContext) {
  const known = new Set(eventsOf(spec).map(({ type }) => type))
  const contents = CONTENTS.filter(({ type }) => known.has(type)).map(({ name, type, change, variant }) => ({
    name,
    draft: draft(type, { body: JSON.stringify(change(event(type))) }),
    ...(variant === true && { variant }),
  }))
  const sizes = SIZES_KB.map((size, index) => {
    const json = JSON.stringify(event('quote.created'))
    const blanks = ' '.repeat(size * 1024 - json.length)
    return {
      name: `kilobytes ${size}`,
      draft: draft('quote.created', { body: json.replace('"data":', `"data":${blanks}`) }),
      variant: index > 0,
    }
  })
  return [...contents, ...sizes]
}
