/** How long the platform takes, in milliseconds of its clock. */
export interface SandboxTiming {
  /** From submission to the end of rating. */
  readonly rating: number
  /** From `ready_to_bind` to the finished proposal. */
  readonly proposal: number
  /** From the bind to the issued policy. */
  readonly issue: number
  /** From an update to the end of its re-rating. */
  readonly rerating: number
}

export const standardTiming: SandboxTiming = { rating: 1500, proposal: 1000, issue: 3000, rerating: 1500 }
