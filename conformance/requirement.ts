/** How binding a statement is: stated (`must`), following from a named standard or recommendation (`should`), or left open (`observe`). */
export type Level = 'must' | 'should' | 'observe'

/** The side of the contract that a requirement binds. */
export type Side = 'platform' | 'receiver' | 'client'

/** Work that a requirement without a claim still waits for. */
export type Awaited = 'receiver' | 'client' | 'versions'

/**
 * One statement of the interface specification, as data.
 *
 * Exactly one of three holds: it is judged by claims, it is `excluded` with a reason, or it `awaits` work.
 */
export interface Requirement {
  /** Stable and telling, in kebab case: `bind-answers-202`. Never a number by position. */
  readonly id: string
  /** The place in the specification: section, then what is in it (`4.rule.5`, `3.documents`). */
  readonly clause: string
  readonly level: Level
  readonly side: Side
  /** The statement in the project's own words, as a fact. */
  readonly title: string
  /** First changelog version in which the statement holds; absent: from the beginning. */
  readonly since?: string
  /** First changelog version in which the statement no longer holds. */
  readonly until?: string
  /** Why no claim judges it. */
  readonly excluded?: string
  readonly awaits?: Awaited
  /** What whoever breaks it can change, in one sentence. */
  readonly remedy?: string
  /** For rows judged by the published schema: which schema, and the JSON Pointer into it. */
  readonly field?: FieldRule
}

/** Points a requirement at a property of a published schema, so that one generic claim judges a whole table of rows. */
export interface FieldRule {
  readonly schema:
    | 'QuoteRecord'
    | 'Submission'
    | 'Update'
    | 'QuoteCreatedEvent'
    | 'ProposalReadyEvent'
    | 'PolicyCreatedEvent'
    | 'BrokerAddedEvent'
  readonly pointer: string
  /** What is broken on purpose to see whether the target refuses it; absent for answers. */
  readonly rule?: 'required' | 'type' | 'format'
}
