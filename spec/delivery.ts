import { amount, closed, count, list, optional, type Shaped, text, word } from './shape.ts'

/** The name of an event type; the table of this version holds them all. */
export type EventType = string

const eventFacts = closed({
  type: text,
  /** Name of its component schema. */
  schema: text,
  /** Its cause: the life of a quote, or an operator. */
  cause: word('quote', 'operator'),
  /** Id of the requirement that a receiver takes it. */
  taken: text,
  /** First version that has it; absent: all. */
  since: optional(text),
})

/** One of the events (clause 6). */
export type EventFacts = Shaped<typeof eventFacts>

const tolerance = closed({ ratio: amount, ms: count })

/** How far off a time may be: the larger of a part of the delay and a number of milliseconds. */
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
  attempts: list(closed({ number: count, delayMs: count })),
  tolerance: closed({ early: tolerance, late: tolerance }),
  /** How long a receiver may take, and the times at which it is judged as inside and outside. */
  deadline: closed({ ms: count, successMs: count, failureMs: count }),
  /** So many failures within the window take an endpoint out of service. */
  breaker: closed({ failures: count, windowMs: count }),
  /** An old secret that signs later than this after its rotation is a breach. */
  rotation: closed({ longestGraceMs: count }),
})

/** How events are delivered (clauses 6 and 8). All times are in milliseconds. */
export type Delivery = Shaped<typeof deliveryShape>
