import type { Quote, QuoteStatus } from '../quotes/quote.ts'
import type { Formats } from '../wording.ts'
import type { Broker } from './broker.ts'

/** Moments at which events are emitted: a quote enters a state, its proposal is announced, or a broker is added. */
export type EventTrigger = QuoteStatus | 'proposal-announced' | 'broker-added'

/** The part of a platform that formats values. */
interface Writing {
  readonly behaviour: { readonly formats: Formats }
}

/** Everything about one event type (section 6). */
export interface EventRow<Subject> {
  /** The name of the type inside ids. */
  readonly name: string
  readonly on: EventTrigger
  /** Makes each field of its `data`; a nested field has a dotted path. */
  readonly fields: Readonly<Record<string, (subject: Subject, platform: Writing) => unknown>>
}

const PRODUCT = 'Cyber Insurance'

const ofQuote = (row: EventRow<Quote>): EventRow<Quote> => row
const ofBroker = (row: EventRow<Broker>): EventRow<Broker> => row

const customer: EventRow<Quote>['fields'] = {
  'customer.name': ({ submission }) => submission.insured_name,
  'customer.email': ({ submission, contact }) => contact.email ?? submission.broker_email,
  product: () => PRODUCT,
}

/** The event types. A new type in the sandbox needs only a row here. */
export const eventTable = {
  'quote.created': ofQuote({
    name: 'quote-created',
    on: 'ready_to_bind',
    fields: {
      quoteId: ({ id }) => id,
      partnerId: ({ partnerId }) => partnerId,
      ...customer,
      requestedDate: ({ createdAt }, { behaviour }) => behaviour.formats.date(createdAt),
      status: ({ status }) => status,
    },
  }),
  'quote.proposalReady': ofQuote({
    name: 'proposal-ready',
    on: 'proposal-announced',
    fields: { quoteId: ({ id }) => id, partnerId: ({ partnerId }) => partnerId },
  }),
  'policy.created': ofQuote({
    name: 'policy-created',
    on: 'issued',
    fields: {
      policyId: ({ policyId }) => policyId,
      partnerId: ({ partnerId }) => partnerId,
      ...customer,
      effectiveDate: ({ submission }) => submission.effective_date,
      status: ({ status }) => status,
    },
  }),
  'broker.added': ofBroker({
    name: 'broker-added',
    on: 'broker-added',
    fields: {
      brokerId: ({ id }) => id,
      brokerageName: ({ brokerageName }) => brokerageName,
      'contact.name': ({ brokerageName }) => brokerageName,
      'contact.email': ({ email }) => email,
      licensedStates: ({ licensedStates }) => licensedStates,
      addedDate: ({ addedAt }, { behaviour }) => behaviour.formats.date(addedAt),
    },
  }),
}

export type EmittedEventType = keyof typeof eventTable

type SubjectOf<Row> = Row extends EventRow<infer Subject> ? Subject : never

/** The subject of an event of each type. */
export type EventSubjects = { readonly [T in EmittedEventType]: SubjectOf<(typeof eventTable)[T]> }

/** Names of the event types. */
export const eventTypes = Object.keys(eventTable) as readonly EmittedEventType[]
