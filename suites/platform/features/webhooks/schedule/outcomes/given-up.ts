import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import { cannotTell, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import { breach } from '../../delivery.ts'
import { timestampOf } from '../moment.ts'
import { unlessHeldUp } from '../timing.ts'
import { LEFT_MS } from './after-success.ts'
import type { OutcomesTrace } from './trace.ts'

/** Tolerance beyond the deadline, including one step of the moved clock: never judged at its edge (R26); milliseconds. */
const BEYOND_MS = 1250
/** Real time after which a deadline in real time may have ended an attempt, in milliseconds. */
const REAL_MS = 7000

/**
 * Judges when a platform ends an attempt at a silent receiver, if its deadline follows the moved clock. A deadline in real time is
 * as right, but decides nothing here.
 */
export function givenUpInTime({ attempts, heldUpMs }: OutcomesTrace, deadlineMs: number): Verdict {
  const first = attempts['silence-by-the-clock']?.[0]?.[0]
  if (first?.ended === undefined) return cannotTell('the deadline does not go by a moved clock')
  const { openMs = REAL_MS } = first
  if (openMs >= REAL_MS) return cannotTell('so much real time passed as well')
  const runsOn = first.besideMs === undefined ? false : runningOn(Object.values(attempts).flat(2))
  if (runsOn === undefined) return cannotTell('nothing shows whether the moved clock also runs on')
  // A clock that runs on by itself may stand still while it is being moved.
  const ranMs = runsOn ? Math.max(0, openMs - (first.movingMs ?? 0)) : 0
  const ms = first.ended - first.latest + ranMs
  const verdict =
    ms <= deadlineMs + BEYOND_MS
      ? passed(`given up within ${ms} ms`)
      : breach(first, `given up after ${deadlineMs} ms`, `given up ${ms} ms after it came`, 'time')
  return unlessHeldUp(heldUpMs, LEFT_MS, verdict)
}

/** Precision that a moment must have to be used, in milliseconds. */
const SHARP_MS = 250
/** Least real time between two moments that shows if a clock runs on, in milliseconds. */
const APART_MS = 1500

/**
 * Says whether a moved clock also runs on by itself, by the timestamps of two attempts. Undefined where no two are far enough
 * apart.
 */
function runningOn(arrivals: readonly Arrival[]): boolean | undefined {
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
