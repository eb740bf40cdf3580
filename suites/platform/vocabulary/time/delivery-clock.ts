import { readIso } from '../../../../conformance/iso-time.ts'
import { onceFor } from '../../../../conformance/once.ts'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { common, from, later, type Span, widened } from './span.ts'
import { roundingOf } from './stated.ts'

/** Longest usual time in milliseconds from the moment that an attempt states to its arrival, where the clock runs on meanwhile. */
const TRANSPORT_MS = 250
/** The part of all attempts that must agree on one clock. The others may state anything, and are not believed. */
const MOST_OF_THEM = 2 / 3

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
  const still = clockOf(stated, rounding, false)
  return (
    still ??
    (stated.some(({ attempt }) => attempt.besideMs !== undefined)
      ? clockOf(stated, rounding, true)
      : undefined)
  )
})

/** @param runsOn a moved clock also runs on by itself, so that real time counts, too */
function clockOf(stated: readonly Stated[], rounding: number, runsOn: boolean): DeliveryClock | undefined {
  const besideOf = ({ besideMs = 0 }: Arrival) => (runsOn ? besideMs : 0)
  /** The target's time at which an attempt arrived. */
  const arrivedAt = (attempt: Arrival): Span => ({
    least: attempt.earliest + besideOf(attempt) - (runsOn ? TRANSPORT_MS : 0),
    most: attempt.latest + besideOf(attempt),
  })
  const aheads = stated.map((one) => from(arrivedAt(one.attempt), one))
  const ahead = mostCommon(aheads)
  if (ahead === undefined) return undefined
  const agreeing = new Map(
    stated.flatMap((one, place) => {
      const own = aheads[place]
      const agrees = own !== undefined && own.least <= ahead.most && own.most >= ahead.least
      return agrees ? [[one.attempt.id, one] as const] : []
    }),
  )
  if (agreeing.size < stated.length * MOST_OF_THEM) return undefined
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
