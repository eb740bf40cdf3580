/** A case that is driven by itself. */
export interface Item {
  /** Only strengthens what others show: left out where a receiver is slow. */
  readonly variant?: boolean
  /** Belongs to the end of a run, which keeps time for it. */
  readonly atEnd?: boolean
}
