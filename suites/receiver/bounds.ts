import { BURST } from './features/load/burst.ts'
import { PER_SECOND, SECONDS } from './features/load/sustained.ts'

/** Upper bounds of what a run may send to a receiver; they are printed before the run begins. */
export const receiverBounds = {
  /** Deliveries in all. */
  deliveries: 5000,
  /** Deliveries at once. */
  together: BURST,
  /** Deliveries a second, and for how many seconds. */
  perSecond: PER_SECOND,
  seconds: SECONDS,
} as const
