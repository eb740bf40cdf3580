import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'

/** The documents at the moment when an event had arrived. */
export interface EventMoment {
  readonly documents: readonly Exchange[]
  /** Types of all deliveries that had arrived by then. */
  readonly received: readonly (string | undefined)[]
}

/** The three events of one quote. */
export interface EventsTrace {
  readonly quote: SubmittedQuote
  readonly arrivals: readonly Arrival[]
  readonly created?: EventMoment
  /** Status read after the issue. */
  readonly issued: Exchange
}
