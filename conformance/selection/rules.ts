import type { PlannedRequirement } from '../events.ts'
import type { Requirement } from '../requirement.ts'
import type { Scenario } from '../scenario.ts'

/** The part of the specification that a plan needs. */
export interface Rules {
  readonly version: string
  readonly requirements: readonly Requirement[]
  /** Says whether a requirement is in force in the version that is judged. */
  holds(requirement: Requirement): boolean
}

/** The reason why a requirement is not judged, in words that a person can act on, and the kind of cause. */
export type Reason = Required<Pick<PlannedRequirement, 'reason' | 'leftOutBy'>>

/** A step that leaves scenarios out. It holds the reason for requirements that lose all of their scenarios by it. */
export interface Filter {
  readonly why: Reason
  keeps(scenario: Pick<Scenario<unknown, unknown>, 'id' | 'cases' | 'room' | 'readOnly'>): boolean
}
