import type { PlannedRequirement } from '../conformance/events.ts'
import type { Requirement } from '../conformance/requirement.ts'
import type { Scenario } from '../conformance/scenario.ts'

/** The part of the specification that a plan needs. */
export interface Rules {
  readonly version: string
  readonly requirements: readonly Requirement[]
  /** Says whether a requirement is in force in the version that is judged. */
  holds(requirement: Requirement): boolean
}

/** Words that a person can act on, and what they are about. */
export type Reason = Required<Pick<PlannedRequirement, 'reason' | 'leftOutBy'>>

/** A step that leaves scenarios out, with the reason that requirements get which lose all of theirs by it. */
export interface Filter {
  readonly why: Reason
  keeps(scenario: Pick<Scenario<unknown, unknown>, 'id' | 'room' | 'readOnly'>): boolean
}
