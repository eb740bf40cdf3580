/** A moment on the target's clock and on the suite's, in milliseconds. */
export interface At {
  readonly targetMs: number
  readonly suiteMs: number
}

/** The failures that a breaker counts: each failed attempt, or each event that failed for good. Both are legal (R27). */
export type CountedFailures = 'attempts' | 'events'

/** A failure that a breaker may count. Times are in milliseconds. */
export interface CountedFailure {
  /** The target's time at which it ended, known within two bounds. */
  readonly least: number
  readonly most: number
  /** Real time since the scenario began, by which a moved clock may have run on. */
  readonly besideMs: number
  /** When its first attempt began, by the suite's clock. */
  readonly begunMs: number
  /** False where the platform may rightly not count it, such as a copy. */
  readonly isSure: boolean
}

/** Something that happened to an endpoint. What takes time has one step for its beginning and one for its end. */
export type BreakerStep = { readonly at: At } & (
  | { readonly kind: 'may-fail' | 'failed'; readonly failure: CountedFailure }
  | { readonly kind: 'attempt' | 'asked'; readonly id: string }
  | { readonly kind: 'shown'; readonly id: string; readonly status: 'enabled' | 'disabled' }
  | { readonly kind: 'enabling' | 'enabled' | 'end' }
)

/** The requirement of the breaker that a sighting is about. */
export type BreakerFact =
  | 'breaker-opens-at-five'
  | 'breaker-stays-closed-below-five'
  | 'breaker-forgets-after-five-minutes'
  | 'breaker-stays-open'
  | 'breaker-stops-deliveries'
  | 'breaker-is-per-endpoint'

/** A status that was shown, a delivery to a disabled endpoint, or a time without one. */
export interface BreakerSighting {
  /** Absent where nothing was at stake. */
  readonly fact?: BreakerFact
  readonly isRight: boolean
  /** Id of the exchange or of the delivery that shows it; absent for a time without deliveries. */
  readonly id?: string
  readonly status?: 'enabled' | 'disabled'
  /** Failures since the endpoint was last enabled: those that count for certain, and those that may. */
  readonly sure: number
  readonly possible: number
  /** Since when it was disabled. */
  readonly since?: At
  readonly at: At
}

/** How many failures within how many milliseconds disable an endpoint. */
export interface BreakerRule {
  readonly failures: number
  readonly windowMs: number
}
