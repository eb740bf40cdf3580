import type { Arrival } from './ports/webhooks.ts'

/** The shortest time after which a delivery may be repeated, in milliseconds (R25). */
const REPEAT_MS = 750

type Moment = Pick<Arrival, 'latest' | 'besideMs'>

/**
 * Says whether a later delivery of an event may be a repeat, and not a copy that came beside the first one (R25). A moved clock
 * may also run on by itself, and a repeat be due by both together.
 *
 * @param copyMs how long after the first one a copy may come, in milliseconds
 */
export function mayBeRepeat(
  first: Moment,
  later: Moment & Pick<Arrival, 'earliest'>,
  copyMs: number,
): boolean {
  if (later.earliest - first.latest > copyMs) return true
  const realMs = (later.besideMs ?? first.besideMs ?? 0) - (first.besideMs ?? 0)
  return realMs > copyMs && later.latest - first.latest + realMs >= REPEAT_MS
}
