import { type EmittedEventType, eventTable, eventTypes } from '../../events/table.ts'
import type { Platform } from '../../platform.ts'
import type { Quote } from '../../quotes/quote.ts'
import { kebabOf, type Mutant } from '../mutant.ts'
import { changed } from '../products/members.ts'

type Members = Readonly<Record<string, unknown>>

/** Dates as milliseconds, lists as text, anything else as a number: the forms that a careless serialiser gives them. */
function misshapen(value: unknown): unknown {
  if (Array.isArray(value)) return value.join(',')
  return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? Date.parse(String(value)) : 4711
}

/** Each field of each payload, once missing and once with another type (6.payload). */
const fieldMutants: readonly Mutant[] = eventTypes.flatMap((type) =>
  Object.keys(eventTable[type].fields).flatMap((path): readonly Mutant[] => {
    const { name } = eventTable[type]
    const one = (id: string, says: string, change: (value: unknown) => unknown): Mutant => ({
      id: `${name}-${id}-${kebabOf(path)}`,
      says,
      kills: [`payload-${name}-${kebabOf(path)}`],
      change: ({ events: { payloads } }) => ({
        events: {
          payloads: {
            ...payloads,
            [type]: (...given: Parameters<(typeof payloads)['quote.created']>) =>
              changed((payloads[type] as (typeof payloads)['quote.created'])(...given), path, change),
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
): Mutant => ({
  id,
  says,
  kills,
  change: ({ events }) => ({ events: { body: (...given) => change(events.body(...given)) } }),
})

/** A mutant of the `data` of one type, which shows in a scenario with many quotes. */
const named = (
  id: string,
  says: string,
  kills: Mutant['kills'],
  type: Exclude<EmittedEventType, 'broker.added'>,
  change: (data: Members, quote: Quote, platform: Platform) => Members,
): Mutant => ({
  id,
  says,
  kills,
  change: ({ events: { payloads } }) => ({
    events: {
      payloads: {
        ...payloads,
        [type]: (quote: Quote, platform: Platform) =>
          change(payloads[type](quote, platform), quote, platform),
      },
    },
  }),
})

/** Defects in every event (6.payload). */
export const payloadMutants: readonly Mutant[] = [
  ...fieldMutants,
  body(
    'event-time-in-seconds-taken-for-milliseconds',
    'The time of an event lies in January 1970',
    ['payload-timestamp-in-its-time'],
    (event) => ({
      ...event,
      timestamp: new Date(Date.parse(String(event.timestamp)) / 1000).toISOString(),
    }),
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
  named(
    'policy-event-names-the-brokerage-as-partner',
    'The partnerId of policy.created is the id of the brokerage',
    ['payload-partner-id-kept', 'payload-partner-id-of-the-client'],
    'policy.created',
    (data, { partnerId }, platform) => ({
      ...data,
      partnerId: platform.directory.partners.get(partnerId)?.brokerageId,
    }),
  ),
  {
    id: 'events-name-another-partner',
    says: 'Every event names the partner that was registered second',
    kills: ['payload-partner-id-of-the-client'],
    change: ({ events }) => ({
      events: {
        body(event, platform) {
          const partnerId = [...platform.directory.partners.keys()].at(1)
          const data = event.data as Members
          return events.body(
            { ...event, data: 'partnerId' in data ? { ...data, partnerId } : data },
            platform,
          )
        },
      },
    }),
  },
  named(
    'rating-event-with-the-customer-of-the-last-quote',
    'The customer of quote.created is kept in one place for all quotes',
    ['payload-customer-of-its-quote'],
    'quote.created',
    (data, _quote, platform) => {
      const last = [...platform.quotes.values()].at(-1)
      if (last === undefined) return data
      return { ...data, customer: { name: last.submission.insured_name, email: last.contact.email } }
    },
  ),
  body('event-data-as-text', 'The data of broker.added is JSON within JSON', ['payload-data'], (event) =>
    event.type === 'broker.added' ? { ...event, data: JSON.stringify(event.data) } : event,
  ),
]
