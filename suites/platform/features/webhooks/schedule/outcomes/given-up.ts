import { cannotTell, type Verdict } from '../../../../../../conformance/verdict.ts'
import { withoutCopies } from '../../../../vocabulary/attempts/copies.ts'
import { unlessHeldUp } from '../../../../vocabulary/attempts/timing.ts'
import { breach } from '../../../../vocabulary/events/breach.ts'
import { allowed, decide, shown } from '../../../../vocabulary/time/decide.ts'
import { from } from '../../../../vocabulary/time/span.ts'
import { runningOn } from './running-on.ts'
import { LEFT_MS, type OutcomesTrace } from './trace.ts'

/** Tolerance beyond the deadline, including one step of the moved clock: never judged at its edge (R26); milliseconds. */
const BEYOND_MS = 1250
/** Real time after which a deadline in real time may have ended an attempt, in milliseconds. */
const REAL_MS = 7000

/**
 * Judges when a platform ends an attempt at a silent receiver, if its deadline follows the moved clock. A deadline in real time is
 * as right, but decides nothing here.
 *
 * @param way where the receiver is silent
 * @param failures number of failed attempts before it
 */
export function givenUpInTime(
  { attempts, heldUpMs }: OutcomesTrace,
  deadlineMs: number,
  way = 'silence-by-the-clock',
  failures = 0,
): Verdict {
  const first = withoutCopies(attempts[way]?.[0] ?? [])[failures]
  if (first === undefined) return cannotTell('the attempt did not come')
  if (first.ended === undefined) return cannotTell('the deadline does not follow a moved clock')
  const { openMs = REAL_MS } = first
  if (openMs >= REAL_MS) return cannotTell('the test took too long')
  const runsOn = first.besideMs === undefined ? false : runningOn(Object.values(attempts).flat(2))
  if (runsOn === undefined) return cannotTell('nothing shows whether the moved clock also runs on')
  // A clock that runs on by itself may stand still while it is being moved.
  const moved = from({ least: first.earliest, most: first.latest }, { least: first.ended, most: first.ended })
  const span = {
    least: moved.least + (runsOn ? Math.max(0, openMs - (first.movingMs ?? 0)) : 0),
    most: moved.most + (runsOn ? openMs : 0),
  }
  const bounds = { early: Number.NEGATIVE_INFINITY, late: deadlineMs + BEYOND_MS }
  const text = `given up ${shown(span)} after it came; allowed ${allowed(bounds)}`
  const verdict = decide(span, bounds, text, () =>
    breach(first, `given up after ${deadlineMs} ms`, `given up ${shown(span)} after it came`, 'time'),
  )
  return unlessHeldUp(heldUpMs, LEFT_MS, verdict)
}
