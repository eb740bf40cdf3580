import type { Exchange } from '../exchange.ts'
import type { Counterexample, Coverage } from '../generation.ts'
import type { LedgerEnd, LedgerTarget } from '../ledger.ts'
import type { Lack, Need } from '../need.ts'
import type { Obstacle } from '../obstacle.ts'
import type { TraceEvidence } from '../trace.ts'
import type { Arrival } from './webhooks.ts'

/** A target for as long as one scenario uses it. */
export interface Lease<P> {
  readonly ports: P
  /** Everything that was sent so far, in order of sending. */
  exchanges(): readonly Exchange[]
  /** Everything that arrived at the suite's receiver for this lease so far. */
  arrivals(): readonly Arrival[]
  /** The end of the ledger, if it ended now; absent where no statement depends on it. */
  end?(): LedgerEnd
  /** The smallest cases that showed a breach. */
  counterexamples?(): readonly Counterexample[]
  /** Combinations of circumstances that occurred, where the scenario covers them. */
  coverage?(): Coverage | undefined
  release(): Promise<void>
}

/** The user of a target, and the place to report its waits. */
export interface LeaseRequest {
  readonly id: string
  readonly exclusive: boolean
  waiting?(what: string, forMs: number): void
}

export interface TargetFacts extends LedgerTarget {
  readonly name: string
  readonly environment: 'sandbox' | 'production'
  readonly baseUrl: string
  readonly apiVersion: string
  /** How late a retry may be, in milliseconds; absent where the target delivers nothing. */
  readonly deliverySlackMs?: number
}

export interface Target<P> {
  readonly facts: TargetFacts
  /** Each lease for a scenario that is exclusive gets a target of its own, so that such scenarios need not queue. */
  readonly isolates: boolean
  /**
   * How many scenarios may share the target now, where that depends on the load that it was seen to bear. Undefined: the run
   * decides.
   */
  readonly sharing?: () => number | undefined
  /** Says why a need is not met; undefined when it is. */
  lacks(need: Need): Lack | undefined
  /** Says why the target counts as lost, so that nothing more is sent to it; undefined while it is not lost. */
  lost(): string | undefined
  /** Says what in the profile proved to be wrong while the target was judged; the run goes on, and is not whole. */
  misread?(): string | undefined
  /** Says why the run must end, where driving has shown that nothing more can be judged. */
  obstacle?(): Obstacle | undefined
  /** Takes the secrets of the run out of a text. */
  redact(text: string): string
  /** Evidence as it may be shown and stored: without any secret that is known by now, and within bounds. */
  shown(evidence: TraceEvidence): TraceEvidence
  /** Says whether a text that was shown holds a secret that became known only later. */
  showsTooMuch(text: string): boolean
  lease(scenario: LeaseRequest): Promise<Lease<P>>
  close(): Promise<void>
}
