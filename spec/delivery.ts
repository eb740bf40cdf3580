import { amount, closed, count, list, text, word } from './shape.ts'

export type EventType = 'quote.created' | 'quote.proposalReady' | 'policy.created' | 'broker.added'

/** One of the four events (clause 6). */
export interface EventFacts {
  readonly type: EventType
  /** Name of its component schema. */
  readonly schema: string
  /** What has happened when it is emitted. */
  readonly emitted: string
  /** First version that has it; absent: all. */
  readonly since?: string
}

/** How far off a time may be: the larger of a part of the delay and a number of milliseconds. */
export interface Tolerance {
  readonly ratio: number
  readonly ms: number
}

/** How events are delivered (clauses 6 and 8). All times in milliseconds. */
export interface Delivery {
  readonly events: readonly EventFacts[]
  /** Names of the request headers. */
  readonly headers: Readonly<Record<'contentType' | 'eventId' | 'timestamp' | 'signature', string>>
  readonly contentType: string
  /** An HMAC over the parts, joined by the separator. */
  readonly signature: {
    readonly algorithm: 'sha256'
    readonly encoding: 'hex'
    readonly separator: string
    readonly parts: readonly ('event-id' | 'timestamp' | 'body')[]
  }
  /** Every attempt with the delay before it, measured from the end of the failed one; after the last there is none. */
  readonly attempts: readonly { readonly number: number; readonly delayMs: number }[]
  readonly tolerance: { readonly early: Tolerance; readonly late: Tolerance }
  /** How long a receiver may take, and the times at which it is judged as inside and outside. */
  readonly deadline: { readonly ms: number; readonly successMs: number; readonly failureMs: number }
  /** So many failures within the window take an endpoint out of service. */
  readonly breaker: { readonly failures: number; readonly windowMs: number }
  /** An old secret that signs later than this after its rotation is a breach. */
  readonly rotation: { readonly longestGraceMs: number }
}

const tolerance = closed({ ratio: amount, ms: count })

export const deliveryShape = closed({
  events: list(
    closed(
      {
        type: word('quote.created', 'quote.proposalReady', 'policy.created', 'broker.added'),
        schema: text,
        emitted: text,
        since: text,
      },
      ['since'],
    ),
  ),
  headers: closed({ contentType: text, eventId: text, timestamp: text, signature: text }),
  contentType: text,
  signature: closed({
    algorithm: word('sha256'),
    encoding: word('hex'),
    separator: text,
    parts: list(word('event-id', 'timestamp', 'body')),
  }),
  attempts: list(closed({ number: count, delayMs: count })),
  tolerance: closed({ early: tolerance, late: tolerance }),
  deadline: closed({ ms: count, successMs: count, failureMs: count }),
  breaker: closed({ failures: count, windowMs: count }),
  rotation: closed({ longestGraceMs: count }),
})
