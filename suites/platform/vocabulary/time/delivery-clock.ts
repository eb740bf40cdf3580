import { readIso } from '../../../../conformance/iso-time.ts'
import { onceFor } from '../../../../conformance/once.ts'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { common, from, later, type Span, widened } from './span.ts'
import { roundingOf } from './stated.ts'

/**
 * How long an attempt usually takes to arrive where the clock runs on meanwhile, in milliseconds. With it stands the part of all
 * attempts that must agree on the clock. The first row that fits is taken, since a shorter time shows the clock more closely.
 * Attempts that do not agree are not believed.
 */
const RUNNING = [
  { transportMs: 25, part: 0.9 },
  { transportMs: 100, part: 0.9 },
  { transportMs: 250, part: 2 / 3 },
]
/** The part where the clock stands still. */
const STANDING = { transportMs: 0, part: 2 / 3 }

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

const statedOf = ({ headers }: Arrival): string | undefined =>
  headers.find(([name]) => name === 'timestamp')?.[1]

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
  for (const pace of mayRunOn ? [STANDING, ...RUNNING] : [STANDING]) {
    const clock = clockOf(stated, rounding, pace)
    if (clock !== undefined) return clock
  }
  return undefined
})

function clockOf(
  stated: readonly Stated[],
  rounding: number,
  pace: { readonly transportMs: number; readonly part: number },
): DeliveryClock | undefined {
  const runsOn = pace !== STANDING
  const besideOf = ({ besideMs = 0 }: Arrival) => (runsOn ? besideMs : 0)
  /** The target's time at which an attempt arrived. */
  const arrivedAt = (attempt: Arrival): Span => ({
    least: attempt.earliest + besideOf(attempt) - pace.transportMs,
    most: attempt.latest + besideOf(attempt),
  })
  const aheadBy = (one: Stated) => from(arrivedAt(one.attempt), one)
  const voting = votingOf(stated)
  const ahead = mostCommon(voting.map(aheadBy))
  if (ahead === undefined) return undefined
  const agrees = (one: Stated) => common(aheadBy(one), ahead) !== undefined
  if (voting.filter(agrees).length < voting.length * pace.part) return undefined
  const agreeing = new Map(stated.filter(agrees).map((one) => [one.attempt.id, one]))
  return {
    runsOn,
    agrees: ({ id }) => agreeing.has(id),
    momentOf(attempt) {
      const seen = later(ahead, arrivedAt(attempt))
      const own = agreeing.get(attempt.id)
      return own === undefined ? widened(seen, rounding) : (common(own, seen) ?? own)
    },
    latestEndOf(attempt) {
      const { ended = attempt.latest, openMs = 0 } = attempt
      return ahead.most + ended + besideOf(attempt) + (runsOn ? openMs : 0)
    },
  }
}

/** Repeats decide, where there are some: first attempts are as many, and may all wait in a queue and name the time before it. */
function votingOf(stated: readonly Stated[]): readonly Stated[] {
  const known = new Set<string>()
  const repeats = stated.filter(({ attempt: { endpoint, headers } }) => {
    const event = `${endpoint} ${headers.find(([name]) => name === 'event-id')?.[1]}`
    return known.size === known.add(event).size
  })
  return repeats.length > 1 ? repeats : stated
}

/** The moments that lie in the largest number of spans; undefined where there are none. */
function mostCommon(spans: readonly Span[]): Span | undefined {
  const ends = spans
    .flatMap(({ least, most }) => [
      { at: least, opens: true },
      { at: most, opens: false },
    ])
    .sort((one, other) => one.at - other.at || Number(other.opens) - Number(one.opens))
  let open = 0
  let most = 0
  let best: Span | undefined
  for (const [place, { at, opens }] of ends.entries()) {
    open += opens ? 1 : -1
    if (opens && open > most) {
      most = open
      best = { least: at, most: ends[place + 1]?.at ?? at }
    }
  }
  return best
}
