import { headerOf } from './headers.ts'
import { readIso } from './iso-time.ts'
import type { Arrival } from './ports/webhooks.ts'

/** The shortest time after which a delivery may be repeated, in milliseconds (R25). */
export const REPEAT_MS = 750

type Moment = Pick<Arrival, 'latest' | 'besideMs' | 'headers'>

/**
 * Says whether a later delivery of an event may be a repeat, and not a copy that came beside the first one (R25). A moved clock
 * may also run on by itself, so that a repeat may fall due by both together. On a busy machine a copy may be that late, too. So
 * the `Timestamp` decides: each attempt has its own (R24), and a copy has that of its attempt or nearly that.
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
  const mayBeDue = realMs > copyMs && later.latest - first.latest + realMs >= REPEAT_MS
  return mayBeDue && !sentTogether(first, later, copyMs)
}

function sentTogether(first: Moment, later: Moment, withinMs: number): boolean {
  return Math.abs(sentAt(later) - sentAt(first)) <= withinMs
}

/** The moment that a delivery's `Timestamp` gives; NaN where it cannot be read. */
const sentAt = ({ headers }: Moment): number => readIso(headerOf(headers, 'timestamp'))?.ms ?? Number.NaN
