import type { FailureCause } from './events.ts'

/** The result of one check of a target, before anything is judged. */
export interface PreflightCheck {
  readonly name: string
  readonly ok: boolean
  readonly message: string
  /** Where the cause lies when the check is not ok. */
  readonly cause?: FailureCause
  /** No request gets through, so nothing can be judged, whatever the cause. */
  readonly blocks?: true
}

/** Something that a profile may offer, and whether it does. */
export interface InventoryItem {
  /** The key in the profile. */
  readonly key: string
  readonly present: boolean
  readonly message: string
}
