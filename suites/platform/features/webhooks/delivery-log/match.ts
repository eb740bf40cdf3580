import { msNear, readIso } from '../../../../../conformance/iso-time.ts'
import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import { COPY_MS } from '../../../vocabulary/attempts/copies.ts'
import { deliveryHeader, eventIdOf } from '../../../vocabulary/events/event.ts'
import { type LoggedAttempt, loggedEventIn } from './read.ts'

/** How far a logged time may be from the one that the attempt states, in milliseconds (R36). */
export const TOLERANCE_MS = 1000

/** A received attempt and its entry in the log; absent where the log has none left. */
export interface AttemptPair {
  readonly arrival: Arrival
  readonly logged?: LoggedAttempt
}

/** All received attempts of one event, with their entries in a log. */
export interface EventPairs {
  readonly eventId: string
  /** How many attempts the log has. */
  readonly logged: number
  readonly pairs: readonly AttemptPair[]
  readonly status?: string
  readonly statuses: readonly string[]
}

/**
 * Returns the timestamp of an attempt, in milliseconds since the epoch.
 *
 * @param at the time in the log. A timestamp without a zone is read in the zone that brings it nearest to this
 */
export function statedMs(arrival: Arrival, at: number | undefined): number | undefined {
  const stated = readIso(deliveryHeader(arrival, 'timestamp') ?? '')
  return stated === undefined || at === undefined ? stated?.ms : msNear(stated, at)
}

/** Matches received attempts with the entries of a log, event by event. */
export function pairsOf(arrivals: readonly Arrival[], shown: unknown): readonly EventPairs[] {
  const byEvent = Map.groupBy(arrivals, (arrival) => eventIdOf(arrival) ?? '')
  // An attempt without an id breaks another statement and cannot be found in a log.
  const named = [...byEvent].filter(([eventId]) => eventId !== '')
  return named.map(([eventId, own]) => {
    const event = loggedEventIn(shown, eventId)
    const attempts = event?.attempts ?? []
    return {
      eventId,
      logged: attempts.length,
      pairs: bestMatching(own, attempts),
      statuses: event?.statuses ?? [],
      ...(event?.status !== undefined && { status: event.status }),
    }
  })
}

/**
 * Chooses the matching with the fewest contradictions, so that a log counts as right if any matching makes it so. Of several, it
 * takes the one with the nearest times.
 */
function bestMatching(
  arrivals: readonly Arrival[],
  attempts: readonly LoggedAttempt[],
): readonly AttemptPair[] {
  const isEach = attempts.length === arrivals.length
  const readings = isEach
    ? [matchedByOrder(arrivals, attempts), matchedByOrder(arrivals, byTime(attempts))]
    : []
  const all = [...readings, matchedByTime(arrivals, attempts)].map((pairs) => swapped(amongCopies(pairs)))
  return all.reduce((best, one) => {
    const fewer = contradictions(one) - contradictions(best)
    return fewer < 0 || (fewer === 0 && timeDifference(one) < timeDifference(best)) ? one : best
  })
}

/** Matches by order. That is more reliable than times, which may be wrong, rounded to seconds or of another zone. */
const matchedByOrder = (
  arrivals: readonly Arrival[],
  attempts: readonly LoggedAttempt[],
): readonly AttemptPair[] => arrivals.map((arrival, place) => withLogged(arrival, attempts[place]))

/** Matches by time, nearest pairs first: an attempt that the log lacks must not take the entry of another. */
function matchedByTime(
  arrivals: readonly Arrival[],
  attempts: readonly LoggedAttempt[],
): readonly AttemptPair[] {
  const near = arrivals.flatMap((arrival, place) =>
    attempts.map((attempt) => ({ place, attempt, distance: distanceOf(arrival, attempt) })),
  )
  const found = new Map<number, LoggedAttempt>()
  const taken = new Set<LoggedAttempt>()
  // At equal distance, attempts without an answer come last: a log may name their end.
  const isSilent = ({ place }: { readonly place: number }) => arrivals[place]?.answered.kind === 'silence'
  const byDistance = near.sort(
    (one, other) => one.distance - other.distance || Number(isSilent(one)) - Number(isSilent(other)),
  )
  for (const { place, attempt } of byDistance) {
    if (found.has(place) || taken.has(attempt)) continue
    found.set(place, attempt)
    taken.add(attempt)
  }
  return arrivals.map((arrival, place) => withLogged(arrival, found.get(place)))
}

/** Counts the results and times in a log that contradict the received attempts. */
const contradictions = (pairs: readonly AttemptPair[]): number =>
  pairs.reduce((sum, { arrival, logged }) => sum + misfits(arrival, logged), 0)

const misfits = (arrival: Arrival, logged: LoggedAttempt | undefined): number =>
  logged === undefined ? 0 : Number(!fitsAnswer(arrival, logged)) + Number(!fitsTime(arrival, logged))

/**
 * Swaps the entries of two attempts wherever that leaves fewer contradictions. A log may record an unanswered attempt at its end,
 * among later attempts.
 */
function swapped(pairs: readonly AttemptPair[]): readonly AttemptPair[] {
  const entries = pairs.map(({ logged }) => logged)
  const wrongWith = (place: number, entry: LoggedAttempt | undefined): number => {
    const pair = pairs[place]
    return pair === undefined ? 0 : misfits(pair.arrival, entry)
  }
  for (const [place, entry] of entries.entries()) {
    if (wrongWith(place, entry) === 0) continue
    const other = entries.findIndex(
      (its, at) =>
        wrongWith(place, its) + wrongWith(at, entry) < wrongWith(place, entry) + wrongWith(at, its),
    )
    if (other === -1) continue
    ;[entries[place], entries[other]] = [entries[other], entry]
  }
  return pairs.map(({ arrival }, place) => withLogged(arrival, entries[place]))
}

/** Sum of the differences between logged times and timestamps of a matching, in milliseconds. */
const timeDifference = (pairs: readonly AttemptPair[]): number =>
  pairs.reduce((sum, { arrival, logged }) => sum + (logged ? distanceOf(arrival, logged) : 0), 0)

/** Says whether a result fits: a code equals the answered one, any word may be right. Without an answer, no 2xx is right. */
export function fitsAnswer({ answered }: Arrival, { result }: LoggedAttempt): boolean {
  if (answered.kind !== 'answer') return typeof result !== 'number' || result < 200 || result > 299
  return typeof result === 'number' ? result === answered.status : result !== undefined
}

/** Says whether a logged time fits. For an attempt without an answer it may be the end. */
function fitsTime(arrival: Arrival, logged: LoggedAttempt): boolean {
  const stated = statedMs(arrival, logged.at)
  if (stated === undefined || logged.at === undefined) return true
  const isEnd = arrival.answered.kind === 'silence' && logged.at > stated
  return isEnd || distanceOf(arrival, logged) <= TOLERANCE_MS
}

/** Re-matches copies of one attempt by their results, since they are sent at the same moment. */
function amongCopies(pairs: readonly AttemptPair[]): readonly AttemptPair[] {
  const groups: AttemptPair[][] = []
  for (const pair of pairs) {
    const last = groups.at(-1)
    const first = last?.[0]
    if (last !== undefined && first !== undefined && isCopy(first.arrival, pair.arrival)) last.push(pair)
    else groups.push([pair])
  }
  return groups.flatMap(byResult)
}

const isCopy = (original: Arrival, other: Arrival): boolean =>
  other.earliest - original.latest <= COPY_MS && other.latest - original.earliest <= COPY_MS

/**
 * Counts attempts without copies, which a log may show as a single attempt (R25). When the clock moves in long steps,
 * attempts arrive as close together as copies, so their timestamps are compared.
 */
export function attemptsIn(arrivals: readonly Arrival[]): number {
  const own: Arrival[] = []
  for (const arrival of arrivals) if (!own.some((one) => isCopyAsStated(one, arrival))) own.push(arrival)
  return own.length
}

function isCopyAsStated(original: Arrival, other: Arrival): boolean {
  const stated = [original, other].map((arrival) => deliveryHeader(arrival, 'timestamp') ?? '')
  const [one, two] = stated.map((text) => readIso(text)?.ms)
  if (one === undefined || two === undefined) return isCopy(original, other)
  const apartMs = Math.abs(one - two)
  // Two copies may state different whole seconds.
  const isWhole = stated.every((text) => !/[.,]\d/.test(text))
  const isNear = apartMs <= COPY_MS || (isWhole && apartMs <= 1000 && isCopy(original, other))
  return isNear && other.earliest - original.latest <= COPY_MS
}

/** Gives each answer the first entry with its status; the other entries keep their order. */
function byResult(copies: readonly AttemptPair[]): readonly AttemptPair[] {
  const left = copies.flatMap(({ logged }) => logged ?? [])
  const shown = copies.map(({ arrival: { answered } }) => {
    const place = left.findIndex(({ result }) => answered.kind === 'answer' && result === answered.status)
    return place === -1 ? undefined : left.splice(place, 1)[0]
  })
  return copies.map(({ arrival }, place) => withLogged(arrival, shown[place] ?? left.shift()))
}

/** Milliseconds between an attempt's timestamp and its logged time; the largest integer where one cannot be read. */
function distanceOf(arrival: Arrival, { at }: LoggedAttempt): number {
  const stated = statedMs(arrival, at)
  return at === undefined || stated === undefined ? Number.MAX_SAFE_INTEGER : Math.abs(at - stated)
}

const withLogged = (arrival: Arrival, logged: LoggedAttempt | undefined): AttemptPair =>
  logged === undefined ? { arrival } : { arrival, logged }

/** Sorts entries by time, since a log may list copies last. Keeps their order where a time cannot be read. */
function byTime(attempts: readonly LoggedAttempt[]): readonly LoggedAttempt[] {
  const isReadable = attempts.every(({ at }) => at !== undefined)
  return isReadable ? attempts.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0)) : attempts
}
