import { pause } from './pausing.ts'

/** Waits until the next request may go out. */
export type Pace = (closed: AbortSignal) => Promise<void>

const SECOND_MS = 1000

/**
 * Spreads requests over real time.
 *
 * @param rate most requests a second; undefined for no bound
 */
export function paceOf(rate: number | undefined): Pace {
  if (rate === undefined) return async () => {}
  const gapMs = SECOND_MS / rate
  let next = 0
  return async (closed) => {
    const now = performance.now()
    const turn = Math.max(now, next)
    next = turn + gapMs
    if (turn > now) await pause(turn - now, closed)
  }
}
