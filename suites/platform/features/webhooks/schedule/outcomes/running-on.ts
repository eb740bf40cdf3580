import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import { timestampOf } from '../../../../vocabulary/attempts/moment.ts'

/** Precision that a moment must have to be used, in milliseconds. */
const SHARP_MS = 250
/** Least real time between two moments that shows if a clock runs on, in milliseconds. */
const APART_MS = 1500

/**
 * Says whether a moved clock also runs on by itself, by the timestamps of two attempts. Undefined where no two are far enough
 * apart.
 */
export function runningOn(arrivals: readonly Arrival[]): boolean | undefined {
  const known = arrivals.flatMap((one) => {
    const stated = timestampOf(one)
    const isSharp = one.latest - one.earliest <= SHARP_MS && one.besideMs !== undefined
    return stated === undefined || !isSharp ? [] : [{ ...one, stated }]
  })
  const [first, ...others] = known.toSorted((one, other) => (one.besideMs ?? 0) - (other.besideMs ?? 0))
  const last = others.at(-1)
  if (first === undefined || last === undefined) return undefined
  const real = (last.besideMs ?? 0) - (first.besideMs ?? 0)
  if (real < APART_MS) return undefined
  // Timestamps may be rounded to the second: then both bounds must agree.
  const least = last.stated.least - first.stated.most - (last.latest - first.earliest)
  const most = last.stated.most - first.stated.least - (last.earliest - first.latest)
  if (least > real / 2) return true
  return most < real / 2 ? false : undefined
}
