import { BURST } from '../features/load/burst.ts'
import { PER_SECOND, SECONDS } from '../features/load/sustained.ts'

/** Most requests that a run may send to a receiver; printed before it begins. */
export const receiverBounds = {
  /** Deliveries in all. */
  deliveries: 5000,
  /** Deliveries at once. */
  together: BURST,
  /** Deliveries a second, and for how many seconds. */
  perSecond: PER_SECOND,
  seconds: SECONDS,
} as const
