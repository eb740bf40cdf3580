import type { EventType } from '../../../../spec/delivery.ts'

export const MINUTE_MS = 60_000
/** A moment past the longest grace period, in milliseconds after a rotation (R29). */
export const PAST_GRACE_MS = 25 * 60 * MINUTE_MS

/** Number of immediate rotations, and the times at which events are made afterwards, in milliseconds. */
export const ROUNDS = [
  {
    rotations: 1,
    moments: [0, 5 * MINUTE_MS, 60 * MINUTE_MS, PAST_GRACE_MS],
    retried: ['quote.created', 'policy.created'],
  },
  { rotations: 1, moments: [0, PAST_GRACE_MS], retried: ['quote.proposalReady', 'policy.created'] },
  { rotations: 1, moments: [PAST_GRACE_MS], retried: ['quote.created'] },
  // Judged after the grace periods only: within them any of three secrets may be right.
  { rotations: 2, moments: [PAST_GRACE_MS], retried: ['quote.created'] },
] as const satisfies readonly {
  rotations: number
  moments: readonly number[]
  retried: readonly EventType[]
}[]
