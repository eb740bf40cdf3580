import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import type { Quote } from '../../vocabulary/quotes/quotes.ts'
import type { Excused } from './in-service.ts'

/** The answers of the quote API at the moment when an event has arrived. */
export interface Moment {
  readonly status: Exchange
  /** How long after the event the status showed it, in milliseconds. */
  readonly lagMs: number
  readonly documents: readonly Exchange[]
  /** Types of all deliveries that had arrived by then. */
  readonly received: readonly (string | undefined)[]
}

/** The three events of one quote, and its state at those moments. */
export interface EventsTrace extends Excused {
  readonly quote: Quote
  /** The state that rating came to. */
  readonly rated: string
  readonly arrivals: readonly Arrival[]
  readonly created?: Moment
  readonly proposalReady?: Moment
  readonly policyCreated?: Moment
  readonly bound: boolean
  /** Number of arrivals before the second bind. */
  readonly beforeSecondBind: number
  /** Status read after the issue. */
  readonly issued: Exchange
}
