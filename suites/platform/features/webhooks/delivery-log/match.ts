import { msNear, readIso } from '../../../../../conformance/iso-time.ts'
import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import { eventIdOf, headerOf } from '../event.ts'
import { COPY_MS } from '../schedule/copies.ts'
import { eventIn, type LoggedAttempt } from './read.ts'

/** How far a logged time may be from the one that the attempt states, in milliseconds (R36). */
export const TOLERANCE_MS = 1000

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
  readonly statuses: readonly string[]
}

/**
 * The moment that an attempt itself states, in milliseconds since the epoch.
 *
 * @param at the moment that a log has for it. What is stated without a zone may be meant in the one that is nearest to it
 */
export function statedMs(arrival: Arrival, at: number | undefined): number | undefined {
  const stated = readIso(headerOf(arrival, 'timestamp') ?? '')
  return stated === undefined || at === undefined ? stated?.ms : msNear(stated, at)
}

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
      statuses: event?.statuses ?? [],
      ...(event?.status !== undefined && { status: event.status }),
    }
  })
}

/**
 * Of all ways to read a log, the one with the fewest contradictions: a log is right when it can be read so. Of several, the one
 * whose times are nearest.
 */
function paired(arrivals: readonly Arrival[], attempts: readonly LoggedAttempt[]): readonly Pair[] {
  const isEach = attempts.length === arrivals.length
  const readings = isEach ? [inTurn(arrivals, attempts), inTurn(arrivals, byTime(attempts))] : []
  const all = [...readings, nearest(arrivals, attempts)].map((pairs) => exchanged(amongCopies(pairs)))
  return all.reduce((best, one) => {
    const fewer = contradictions(one) - contradictions(best)
    return fewer < 0 || (fewer === 0 && apart(one) < apart(best)) ? one : best
  })
}

/** Their order tells more than times, which may be wrong, in whole seconds or of another zone. */
const inTurn = (arrivals: readonly Arrival[], attempts: readonly LoggedAttempt[]): readonly Pair[] =>
  arrivals.map((arrival, place) => withLogged(arrival, attempts[place]))

/** The nearest ones first, so that an attempt which the log lacks takes none that belongs to another. */
function nearest(arrivals: readonly Arrival[], attempts: readonly LoggedAttempt[]): readonly Pair[] {
  const near = arrivals.flatMap((arrival, place) =>
    attempts.map((attempt) => ({ place, attempt, distance: distanceOf(arrival, attempt) })),
  )
  const found = new Map<number, LoggedAttempt>()
  const taken = new Set<LoggedAttempt>()
  // Of two as near, the one that has no answer waits: a log may name its end.
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

/** How many results and times differ from what was answered and stated. */
const contradictions = (pairs: readonly Pair[]): number =>
  pairs.reduce((sum, { arrival, logged }) => sum + misfits(arrival, logged), 0)

const misfits = (arrival: Arrival, logged: LoggedAttempt | undefined): number =>
  logged === undefined ? 0 : Number(!fitsAnswer(arrival, logged)) + Number(!fitsTime(arrival, logged))

/**
 * Exchanges the entries of two attempts wherever that leaves fewer contradictions. The end of an attempt that was never answered
 * may be logged beside later attempts.
 */
function exchanged(pairs: readonly Pair[]): readonly Pair[] {
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

/** By how much all times of a reading differ from what was stated, in milliseconds. */
const apart = (pairs: readonly Pair[]): number =>
  pairs.reduce((sum, { arrival, logged }) => sum + (logged ? distanceOf(arrival, logged) : 0), 0)

/** A code is the one that was answered; a word stands where there is none. What was not answered has no code of success. */
export function fitsAnswer({ answered }: Arrival, { result }: LoggedAttempt): boolean {
  if (answered.kind !== 'answer') return typeof result !== 'number' || result < 200 || result > 299
  return typeof result === 'number' ? result === answered.status : result !== undefined
}

/** A log may name the end of an attempt that is never answered. */
function fitsTime(arrival: Arrival, logged: LoggedAttempt): boolean {
  const stated = statedMs(arrival, logged.at)
  if (stated === undefined || logged.at === undefined) return true
  const isEnd = arrival.answered.kind === 'silence' && logged.at > stated
  return isEnd || distanceOf(arrival, logged) <= TOLERANCE_MS
}

/** Copies of one attempt go out at the same moment: which entry is whose shows in their results alone. */
function amongCopies(pairs: readonly Pair[]): readonly Pair[] {
  const groups: Pair[][] = []
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
 * How many attempts were certainly made: copies of one may stand in a log as a single attempt (R25). Where the clock went in
 * long steps, attempts arrive as close to each other as copies, and what they state tells them apart.
 */
export function attemptsIn(arrivals: readonly Arrival[]): number {
  const own: Arrival[] = []
  for (const arrival of arrivals) if (!own.some((one) => isCopyAsStated(one, arrival))) own.push(arrival)
  return own.length
}

function isCopyAsStated(original: Arrival, other: Arrival): boolean {
  const stated = [original, other].map((arrival) => headerOf(arrival, 'timestamp') ?? '')
  const [one, two] = stated.map((text) => readIso(text)?.ms)
  if (one === undefined || two === undefined) return isCopy(original, other)
  const apartMs = Math.abs(one - two)
  // Whole seconds may change between two copies.
  const isWhole = stated.every((text) => !/[.,]\d/.test(text))
  const isNear = apartMs <= COPY_MS || (isWhole && apartMs <= 1000 && isCopy(original, other))
  return isNear && other.earliest - original.latest <= COPY_MS
}

/** Gives each answer the first entry that shows it; the others keep their order. */
function byResult(copies: readonly Pair[]): readonly Pair[] {
  const left = copies.flatMap(({ logged }) => logged ?? [])
  const shown = copies.map(({ arrival: { answered } }) => {
    const place = left.findIndex(({ result }) => answered.kind === 'answer' && result === answered.status)
    return place === -1 ? undefined : left.splice(place, 1)[0]
  })
  return copies.map(({ arrival }, place) => withLogged(arrival, shown[place] ?? left.shift()))
}

/** Milliseconds between the time that an attempt states and the one in the log; the largest number where one cannot be read. */
function distanceOf(arrival: Arrival, { at }: LoggedAttempt): number {
  const stated = statedMs(arrival, at)
  return at === undefined || stated === undefined ? Number.MAX_SAFE_INTEGER : Math.abs(at - stated)
}

const withLogged = (arrival: Arrival, logged: LoggedAttempt | undefined): Pair =>
  logged === undefined ? { arrival } : { arrival, logged }

/** The oldest attempt first; a log may list copies behind all attempts. In its own order where some time cannot be read. */
function byTime(attempts: readonly LoggedAttempt[]): readonly LoggedAttempt[] {
  const isReadable = attempts.every(({ at }) => at !== undefined)
  return isReadable ? attempts.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0)) : attempts
}
