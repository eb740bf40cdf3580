/** The place where the cause of a failure lies. */
export type FailureCause = 'profile' | 'network' | 'credentials' | 'target' | 'suite'

/** A problem that keeps the suite from judging a target, or from finishing. */
export interface Obstacle {
  readonly why: string
  readonly cause: FailureCause
}
