import { cannotTell, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import { breach } from '../../delivery.ts'
import { unlessHeldUp } from '../timing.ts'
import { LEFT_MS } from './after-success.ts'
import { runningOn } from './running-on.ts'
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
