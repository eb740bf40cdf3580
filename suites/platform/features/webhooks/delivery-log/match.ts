import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import { eventIdOf, headerOf } from '../event.ts'
import { readIso } from '../iso.ts'
import { eventIn, type LoggedAttempt } from './read.ts'

/** An attempt that was received, and the one of the log that comes nearest to it; absent where none is left. */
export interface Pair {
  readonly arrival: Arrival
  readonly logged?: LoggedAttempt
}

/** Everything that was received of one event, beside what a log has of it. */
export interface EventPairs {
  readonly eventId: string
  /** How many attempts the log has. */
  readonly logged: number
  readonly pairs: readonly Pair[]
  readonly status?: string
}

/** The moment that an attempt itself states, in milliseconds since the epoch. */
export const statedMs = (arrival: Arrival): number | undefined =>
  readIso(headerOf(arrival, 'timestamp') ?? '')?.ms

/** Puts what was received beside what a log shows, event by event; attempts without an answer may stand in the log, too. */
export function pairsOf(arrivals: readonly Arrival[], shown: unknown): readonly EventPairs[] {
  const byEvent = Map.groupBy(arrivals, (arrival) => eventIdOf(arrival) ?? '')
  // An attempt without an id breaks another statement, and is found in no log.
  const named = [...byEvent].filter(([eventId]) => eventId !== '')
  return named.map(([eventId, own]) => {
    const event = eventIn(shown, eventId)
    const attempts = event?.attempts ?? []
    return {
      eventId,
      logged: attempts.length,
      pairs: paired(own, attempts),
      ...(event?.status !== undefined && { status: event.status }),
    }
  })
}

function paired(arrivals: readonly Arrival[], attempts: readonly LoggedAttempt[]): readonly Pair[] {
  // As many as were received: their order tells more than times, which may be wrong.
  if (attempts.length === arrivals.length && inOrder(attempts))
    return arrivals.map((arrival, place) => withLogged(arrival, attempts[place]))
  const free = [...attempts]
  return arrivals.map((arrival) => {
    const stated = statedMs(arrival)
    const distance = ({ at }: LoggedAttempt) =>
      at === undefined || stated === undefined ? Number.POSITIVE_INFINITY : Math.abs(at - stated)
    const nearest = free.reduce<LoggedAttempt | undefined>(
      (best, one) => (best === undefined || distance(one) < distance(best) ? one : best),
      undefined,
    )
    if (nearest !== undefined) free.splice(free.indexOf(nearest), 1)
    return withLogged(arrival, nearest)
  })
}

const withLogged = (arrival: Arrival, logged: LoggedAttempt | undefined): Pair =>
  logged === undefined ? { arrival } : { arrival, logged }

/** The oldest attempt stands first, or no times can be read. */
function inOrder(attempts: readonly LoggedAttempt[]): boolean {
  return attempts.every(({ at }, place) => {
    const before = attempts[place - 1]?.at
    return at === undefined || before === undefined || before <= at
  })
}
