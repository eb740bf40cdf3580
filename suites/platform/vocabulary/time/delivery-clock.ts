import { headerOf } from '../../../../conformance/headers.ts'
import { readIso } from '../../../../conformance/iso-time.ts'
import { onceFor } from '../../../../conformance/once.ts'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { mostCommon } from './most-common.ts'
import { runningLead } from './running-lead.ts'
import { around, from, later, overlapOf, type Span, widened } from './span.ts'
import { roundingOf } from './stated.ts'

/**
 * How long an attempt usually takes to arrive where the clock runs on meanwhile, in milliseconds; none where it stands still. With it
 * stands the part of all attempts that must agree on the clock. The first row that fits is taken, since a shorter time shows the clock
 * more closely. Attempts that do not agree are not believed.
 */
const STANDING = { part: 2 / 3 }
const MAY_RUN: readonly Pace[] = [
  { part: 0.9 },
  { transportMs: 25, part: 0.9 },
  { transportMs: 100, part: 0.9 },
  STANDING,
  { transportMs: 250, part: 2 / 3 },
]

/** Where attempts usually arrive within so many milliseconds, none of them is seconds late without a reason. */
const QUIET_MS = 25

interface Pace {
  readonly transportMs?: number
  readonly part: number
}

/** The clock by which a platform writes the `Timestamp` of its attempts, as all of them together show it (R24). */
export interface DeliveryClock {
  /** True for a moved clock that also runs on by itself. */
  readonly runsOn: boolean
  /** Says whether the `Timestamp` of an attempt agrees with its arrival. Only then may it narrow what the suite saw itself. */
  agrees(attempt: Arrival): boolean
  /** The moment of an attempt by that clock: its own `Timestamp` where that agrees, else as its arrival shows it. */
  momentOf(attempt: Arrival): Span
  /** The moment at which an attempt had certainly ended, by that clock. */
  latestEndOf(attempt: Arrival): number
}

interface Stated extends Span {
  readonly attempt: Arrival
}

const statedOf = ({ headers }: Arrival): string | undefined => headerOf(headers, 'timestamp')

/**
 * Reads the clock from the attempts of a scenario. Each `Timestamp` bounds by how much the clock is ahead of the target's time, and
 * most of these bounds must have a moment in common. Undefined where they have none, or no time can be read.
 */
export const deliveryClockOf = onceFor((attempts: readonly Arrival[]): DeliveryClock | undefined => {
  const rounding = roundingOf(attempts.flatMap((one) => statedOf(one) ?? []))
  const stated = attempts.flatMap((attempt): Stated[] => {
    const read = readIso(statedOf(attempt))
    return read === undefined ? [] : [{ attempt, least: read.ms, most: read.ms + rounding }]
  })
  const mayRunOn = stated.some(({ attempt }) => attempt.besideMs !== undefined)
  for (const pace of mayRunOn ? MAY_RUN : [STANDING]) {
    const clock = clockOf(stated, rounding, pace)
    if (clock !== undefined) return clock
  }
  return undefined
})

function clockOf(
  stated: readonly Stated[],
  rounding: number,
  { transportMs, part }: Pace,
): DeliveryClock | undefined {
  const runsOn = transportMs !== undefined
  // On a busy machine an attempt may be so long on its way that only its own timestamp is right.
  const isQuiet = transportMs === undefined || transportMs <= QUIET_MS
  const besideOf = ({ besideMs = 0 }: Arrival) => (runsOn ? besideMs : 0)
  /** The target's time at which an attempt arrived. */
  const arrivedAt = (attempt: Arrival): Span => ({
    least: attempt.earliest + besideOf(attempt) - (transportMs ?? 0),
    most: attempt.latest + besideOf(attempt),
  })
  const aheadBy = (one: Stated) => ({ attempt: one.attempt, ...from(arrivedAt(one.attempt), one) })
  const voting = votingOf(stated)
  const leads = voting.map(aheadBy)
  const standing = mostCommon(leads)
  if (standing === undefined) return undefined
  const aheadAt = runsOn ? runningLead(leads, standing) : () => standing
  const agrees = (one: Stated) => overlapOf(aheadBy(one), aheadAt(one.attempt)) !== undefined
  if (voting.filter(agrees).length < voting.length * part) return undefined
  const agreeing = new Map(stated.filter(agrees).map((one) => [one.attempt.id, one]))
  return {
    runsOn,
    agrees: ({ id }) => agreeing.has(id),
    momentOf(attempt) {
      const seen = later(aheadAt(attempt), arrivedAt(attempt))
      const own = agreeing.get(attempt.id)
      if (own !== undefined) return overlapOf(own, seen) ?? own
      const said = isQuiet ? undefined : stated.find((one) => one.attempt.id === attempt.id)
      return widened(said === undefined ? seen : around(seen, said), rounding)
    },
    latestEndOf(attempt) {
      const { ended = attempt.latest, openMs = 0 } = attempt
      return aheadAt(attempt).most + ended + besideOf(attempt) + (runsOn ? openMs : 0)
    },
  }
}

/** Repeats decide, where there are some: first attempts are as many, and may all wait in a queue and name the time before it. */
function votingOf(stated: readonly Stated[]): readonly Stated[] {
  const known = new Set<string>()
  const repeats = stated.filter(({ attempt: { endpoint, headers } }) => {
    const event = `${endpoint} ${headerOf(headers, 'event-id')}`
    return known.size === known.add(event).size
  })
  return repeats.length > 1 ? repeats : stated
}
