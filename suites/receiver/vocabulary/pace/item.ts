/** A case that is driven separately. */
export interface Item {
  /** Only strengthens other cases, so it is left out where a receiver is slow. */
  readonly variant?: boolean
  /** Belongs to the end of a run, for which the run reserves time. */
  readonly atEnd?: boolean
}
