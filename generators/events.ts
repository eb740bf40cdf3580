import type { EventType } from '../spec/delivery.ts'

/** The body of a delivery before it is written as JSON. */
export interface EventBody {
  readonly type: string
  /** ISO 8601. */
  readonly timestamp: string
  readonly brokerageId: string
  readonly data: Readonly<Record<string, unknown>>
  readonly [more: string]: unknown
}

export interface EventInput {
  readonly partnerId: string
  readonly brokerageId: string
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number
  /** A hexadecimal text of 32 digits that makes the event's own ids. */
  readonly mark: string
}

/** A valid event with plain content (clause 6.payload). */
export function eventBody(type: EventType, { partnerId, brokerageId, at, mark }: EventInput): EventBody {
  const id = uuidOf(mark)
  const date = new Date(at).toISOString().slice(0, 10)
  const person = { name: 'Acme Manufacturing Inc', email: `contact-${mark.slice(0, 8)}@example.com` }
  const product = 'Cyber Insurance'
  const data: Readonly<Record<EventType, EventBody['data']>> = {
    'quote.created': {
      ...{ quoteId: id, partnerId, customer: person, product },
      ...{ requestedDate: date, status: 'ready_to_bind' },
    },
    'quote.proposalReady': { quoteId: id, partnerId },
    'policy.created': {
      ...{ policyId: id, partnerId, customer: person, product },
      ...{ effectiveDate: date, status: 'issued' },
    },
    'broker.added': {
      ...{ brokerId: id, brokerageName: 'Example Brokerage LLC', contact: person },
      ...{ licensedStates: ['CA', 'NY', 'TX'], addedDate: date },
    },
  }
  return { type, timestamp: new Date(at).toISOString(), brokerageId, data: data[type] }
}

/** A text of 32 hexadecimal digits in the form of a UUID of version 4. */
export function uuidOf(mark: string): string {
  const hex = `${mark.slice(0, 12)}4${mark.slice(13, 16)}a${mark.slice(17, 32)}`
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
