import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import type { Quote } from '../../vocabulary/quotes/quotes.ts'

/** The documents at the moment when an event had arrived. */
export interface Moment {
  readonly documents: readonly Exchange[]
  /** Types of all deliveries that had arrived by then. */
  readonly received: readonly (string | undefined)[]
}

/** The three events of one quote. */
export interface EventsTrace {
  readonly quote: Quote
  readonly arrivals: readonly Arrival[]
  readonly created?: Moment
  /** Status read after the issue. */
  readonly issued: Exchange
}
