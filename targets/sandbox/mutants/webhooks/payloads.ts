import type { EventType } from '../../events/payloads.ts'
import { kebab, type Mutant } from '../mutant.ts'

/** The fields of each payload, by the words that stand for the event in ids. */
const fields: Readonly<Record<EventType, readonly [name: string, fields: readonly string[]]>> = {
  'quote.created': [
    'quote-created',
    ['quoteId', 'partnerId', 'customer.name', 'customer.email', 'product', 'requestedDate', 'status'],
  ],
  'quote.proposalReady': ['proposal-ready', ['quoteId', 'partnerId']],
  'policy.created': [
    'policy-created',
    ['policyId', 'partnerId', 'customer.name', 'customer.email', 'product', 'effectiveDate', 'status'],
  ],
  'broker.added': [
    'broker-added',
    ['brokerId', 'brokerageName', 'contact.name', 'contact.email', 'licensedStates', 'addedDate'],
  ],
}

type Members = Readonly<Record<string, unknown>>

/** A copy with the member at a dotted path changed; undefined leaves it out. */
function changed(data: Members, path: string, change: (value: unknown) => unknown): Members {
  const [first = '', ...rest] = path.split('.')
  const value = data[first]
  return {
    ...data,
    [first]: rest.length > 0 ? changed(value as Members, rest.join('.'), change) : change(value),
  }
}

/** Dates as moments, and anything else as a number: what a serialiser without the contract makes of them. */
function misshapen(value: unknown): unknown {
  if (Array.isArray(value)) return value.join(',')
  return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? Date.parse(String(value)) : 4711
}

/** An event that cannot be told to be about a quote is not seen to come. */
const UNSEEN: Readonly<Record<string, readonly string[]>> = {
  'quote.created.quoteId': [
    'quote-created-emitted',
    'every-endpoint-gets-the-event',
    'endpoint-takes-several-types',
  ],
  'quote.proposalReady.quoteId': [
    'proposal-ready-emitted',
    'every-endpoint-gets-the-event',
    'endpoint-takes-several-types',
  ],
}

/** Each field of each payload, left out once and once of another type (6.payload). */
const fieldMutants: readonly Mutant[] = Object.entries(fields).flatMap(([type, [name, paths]]) =>
  paths.flatMap((path): readonly Mutant[] => {
    const also = UNSEEN[`${type}.${path}`]
    const seenIn = type === 'broker.added' ? 'webhooks/broker-added' : 'webhooks/events-of-a-quote'
    const one = (id: string, says: string, change: (value: unknown) => unknown): Mutant => ({
      id: `${name}-${id}-${kebab(path)}`,
      says,
      kills: [`payload-${name}-${kebab(path)}`],
      seenIn: [seenIn],
      ...(also === undefined ? {} : { also }),
      change: ({ events: { payloads } }) => ({
        events: {
          payloads: {
            ...payloads,
            [type]: (...given: Parameters<(typeof payloads)['quote.created']>) =>
              changed(
                (payloads[type as EventType] as (typeof payloads)['quote.created'])(...given),
                path,
                change,
              ),
          },
        },
      }),
    })
    return [
      one('without', `${type} has no ${path}`, () => undefined),
      one('misshapes', `${path} of ${type} is of another type`, misshapen),
    ]
  }),
)

const body = (
  id: string,
  says: string,
  kills: Mutant['kills'],
  change: (event: Members) => Members,
  also?: readonly string[],
): Mutant => ({
  id,
  says,
  kills,
  ...(also === undefined ? {} : { also }),
  seenIn: ['webhooks/broker-added'],
  change: ({ events }) => ({ events: { body: (...given) => change(events.body(...given)) } }),
})

/** What stands in every event (6.payload). */
export const payloadMutants: readonly Mutant[] = [
  ...fieldMutants,
  body(
    'event-type-in-snake-case',
    'The type of broker.added is written in snake case',
    ['payload-type'],
    (event) => (event.type === 'broker.added' ? { ...event, type: 'broker_added' } : event),
    ['broker-added-emitted'],
  ),
  body(
    'event-time-in-words',
    'The time of an event is written as in a mail',
    ['payload-timestamp'],
    (event) => ({
      ...event,
      timestamp: new Date(String(event.timestamp)).toUTCString(),
    }),
  ),
  body(
    'event-without-brokerage',
    'The brokerage of an event is left out',
    ['payload-brokerage-id'],
    (event) => ({
      ...event,
      brokerageId: undefined,
    }),
  ),
  body(
    'event-data-as-text',
    'The data of broker.added is JSON within JSON',
    ['payload-data'],
    (event) => (event.type === 'broker.added' ? { ...event, data: JSON.stringify(event.data) } : event),
    ['payload-broker-added-*'],
  ),
]
