import type { DocumentName } from './exchange.ts'

/** Tables of the specification that a report draws beside the verdicts of a run. Times are in milliseconds. */
export interface ViewTables {
  readonly states: readonly StateRow[]
  readonly transitions: readonly TransitionRow[]
  readonly documents: readonly DocumentRow[]
  readonly delivery: DeliveryRules
}

export interface StateRow {
  readonly name: string
  readonly meaning: string
  /** The state ends by itself, so polling may miss it. */
  readonly transient: boolean
  /** No transition leaves the state. */
  readonly terminal: boolean
}

export interface TransitionRow {
  /** A state, or `new` for the moment before a quote exists. */
  readonly from: string
  readonly to: string
  /** Cause of the transition: `submit`, `bind`, `review`. */
  readonly via: string
  readonly condition: string
  /** False for a transition that the contract does not list, but that is no breach either. */
  readonly published: boolean
  /** Id of the requirement that states it. */
  readonly requirement?: string
}

export interface DocumentRow {
  readonly name: DocumentName
  /** A cell for each state, in the order of the states. */
  readonly cells: readonly DocumentCellRow[]
}

export interface DocumentCellRow {
  readonly state: string
  readonly expect: 'available' | 'refused' | 'open'
  /** Expected statuses in few words: `200`, `4xx`, `not stated`. */
  readonly statuses: string
  /** Other right answers, with when they are: `409 until quote.proposalReady`. */
  readonly also?: string
  readonly requirement?: string
}

export interface DeliveryRules {
  /** Every attempt with the delay before it, measured from the end of the failed one. */
  readonly attempts: readonly {
    readonly number: number
    readonly delayMs: number
    readonly requirement?: string
  }[]
  /** How far off a delay may be: the larger of a part of it and a number of milliseconds. */
  readonly early: { readonly ratio: number; readonly ms: number }
  readonly late: { readonly ratio: number; readonly ms: number }
  readonly deadlineMs: number
}

/** A part of the state machine that a scenario saw, and how often. */
export interface SeenTransition {
  readonly from: string
  readonly to: string
  /**
   * `travelled`: both ends were seen. `passed-over`: it must have been taken between two polls. `unlisted`: the claims know no
   * path between the two states.
   */
  readonly kind: 'travelled' | 'passed-over' | 'unlisted'
  readonly times: number
}

/** A bind or an update that a quote's state did not allow. */
export interface SeenRefusal {
  readonly state: string
  readonly operation: string
  readonly status: number
  readonly times: number
}

/** An answer to a document request while the quote was seen in one state, before and after. */
export interface SeenDocument {
  readonly document: string
  readonly state: string
  /** The status code, or `no answer`. */
  readonly answer: string
  readonly times: number
}

/** One attempt to deliver an event, as the claims on the retry schedule see it. Times are in milliseconds. */
export interface SeenAttempt {
  /** Its place on the retry schedule; absent for a copy of the attempt before it. */
  readonly number?: number
  /** Time of arrival since the first attempt. */
  readonly atMs: number
  /** Time since the end of the attempt before it, between two bounds, since a moved clock hides the exact moment. */
  readonly waited?: { readonly leastMs: number; readonly mostMs: number }
  /** The stated delay before it, with the bounds that the verdict rests on. */
  readonly rung?: {
    readonly delayMs: number
    readonly earliestMs: number
    readonly latestMs: number
    readonly requirement?: string
  }
  readonly place?: 'within' | 'early' | 'late' | 'unknown'
  /** The answer of the suite's endpoint, in words. */
  readonly answered: string
  readonly signedWith: string
}

/** One event on its way to one endpoint. */
export interface SeenDelivery {
  readonly type: string
  readonly eventId: string
  readonly attempts: readonly SeenAttempt[]
}

/** Facts of one scenario that a report draws; made by the suite with the functions that its claims use. */
export interface ScenarioViews {
  readonly transitions: readonly SeenTransition[]
  readonly refusals: readonly SeenRefusal[]
  readonly documents: readonly SeenDocument[]
  readonly deliveries: readonly SeenDelivery[]
}
