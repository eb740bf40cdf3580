const STEP_MS = 250
/** The longest step of a wait whose steps grow, within the deadline of a delivery (8). */
const MOST_MS = 2000
/** A longer step begins only after a wait of so many steps of its length. */
const STEPS_BEFORE = 8

/**
 * The length of the next step of a wait, in milliseconds. Where a wait lasts, its steps grow on a moved clock, since each of them
 * is a request. They double.
 */
export function stepAfter(waitedMs: number, isVirtual: boolean): number {
  let step = STEP_MS
  while (isVirtual && step < MOST_MS && waitedMs >= 2 * step * STEPS_BEFORE) step *= 2
  return step
}
