import { Type } from '../conformance/json/type.ts'
import { amount, closed, list, optional, type Shaped, text, wholeNumber, word } from './shape.ts'

/** The name of an event type; the table of this version holds them all. */
export type EventType = string

const eventFacts = closed({
  type: text,
  /** Name of its component schema. */
  schema: text,
  /** Its cause: the life of a quote, or an operator. */
  cause: word('quote', 'operator'),
  /** Id of the requirement that a receiver accepts it. */
  taken: text,
  /** The version does not show whether it comes at all. */
  open: optional(Type.Literal(true)),
  /** First version that has it; absent: all. */
  since: optional(text),
})

/** One of the events (clause 6). */
export type EventFacts = Shaped<typeof eventFacts>

const tolerance = closed({ ratio: amount, ms: wholeNumber })

/** How much a time may differ: the larger of a part of the delay and a number of milliseconds. */
export type Tolerance = Shaped<typeof tolerance>

export const deliveryShape = closed({
  events: list(eventFacts),
  /** Names of the request headers. */
  headers: closed({ contentType: text, eventId: text, timestamp: text, signature: text }),
  contentType: text,
  /** An HMAC over the parts, joined by the separator. */
  signature: closed({
    algorithm: word('sha256'),
    encoding: word('hex'),
    separator: text,
    parts: list(word('event-id', 'timestamp', 'body')),
  }),
  /** Every attempt with the delay before it, measured from the end of the failed one; after the last there is none. */
  attempts: list(closed({ number: wholeNumber, delayMs: wholeNumber })),
  tolerance: closed({ early: tolerance, late: tolerance }),
  /** How long a receiver may take, and the times for tests just inside and just outside of that. */
  deadline: closed({ ms: wholeNumber, successMs: wholeNumber, failureMs: wholeNumber }),
  /** So many failures within the window disable an endpoint. */
  breaker: closed({ failures: wholeNumber, windowMs: wholeNumber }),
  /** A delivery that is signed with the old secret later than this after a rotation is a breach. */
  rotation: closed({ longestGraceMs: wholeNumber }),
})

/** How events are delivered (clauses 6 and 8). All times are in milliseconds. */
export type DeliverySpec = Shaped<typeof deliveryShape>

/** Says whether an event of a type must come where its cause is there. */
export const isOwed = (type: EventType, { events }: DeliverySpec): boolean =>
  events.some((event) => event.type === type && event.open !== true)
