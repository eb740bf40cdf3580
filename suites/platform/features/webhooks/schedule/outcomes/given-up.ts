import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import { cannotTell, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import { breach } from '../../delivery.ts'
import { timestampOf } from '../moment.ts'
import { unlessHeldUp } from '../timing.ts'
import { LEFT_MS } from './after-success.ts'
import type { OutcomesTrace } from './trace.ts'

/** Beyond the deadline, which is never judged at its edge (R26), with what the clock is moved by at once; milliseconds. */
const BEYOND_MS = 1250
/** A deadline by the clock of the machine may have ended whatever was open for so long, in milliseconds. */
const REAL_MS = 7000

/**
 * Judges when a platform gives a silent receiver up. Where its deadline goes by the moved clock it shows how long that is. A deadline
 * by the machine's clock is as right, and shows nothing here.
 */
export function givenUpInTime({ attempts, heldUpMs }: OutcomesTrace, deadlineMs: number): Verdict {
  const first = attempts['silence-by-the-clock']?.[0]?.[0]
  if (first?.ended === undefined) return cannotTell('the deadline does not go by a moved clock')
  const { openMs = REAL_MS } = first
  if (openMs >= REAL_MS) return cannotTell('so much real time passed as well')
  const runsOn = first.besideMs === undefined ? false : runningOn(Object.values(attempts).flat(2))
  if (runsOn === undefined) return cannotTell('nothing shows whether the moved clock also runs on')
  // A clock that runs on may stand still while it is being moved.
  const ranMs = runsOn ? Math.max(0, openMs - (first.movingMs ?? 0)) : 0
  const ms = first.ended - first.latest + ranMs
  const verdict =
    ms <= deadlineMs + BEYOND_MS
      ? passed(`given up within ${ms} ms`)
      : breach(first, `given up after ${deadlineMs} ms`, `given up ${ms} ms after it came`, 'time')
  return unlessHeldUp(heldUpMs, LEFT_MS, verdict)
}

/** Moments that are known as well as that decide, in milliseconds. */
const SHARP_MS = 250
/** Real time between two moments that shows whether a clock went on, in milliseconds. */
const APART_MS = 1500

/**
 * Says whether a moved clock also runs on by itself, by what the platform says of the times of two attempts. Undefined where no two
 * lie far enough apart.
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
  // Times may be rounded to the second: then both bounds have to agree.
  const least = last.stated.least - first.stated.most - (last.latest - first.earliest)
  const most = last.stated.most - first.stated.least - (last.earliest - first.latest)
  if (least > real / 2) return true
  return most < real / 2 ? false : undefined
}
