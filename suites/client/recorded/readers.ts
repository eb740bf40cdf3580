import type { Exchange } from '../../../conformance/exchange.ts'

/** A recorder may note a moment so much too late. */
export const DOUBT_MS = 100
/** This many clients may read one quote at the same time, such as the tabs of a browser. */
const MOST_READERS = 3
/** Most pauses of one client are alike up to this factor; those between several clients are not. A busy machine prolongs some. */
const ALIKE = 1.3
const MOST = 0.75
/** Pauses of one client differ by so much because of its machine. */
const UNEVEN_MS = 20
/** Where several clients read in turn, the distances of each are more even than the pauses between them, by this factor. */
const MORE_EVEN = 3

export const endMsOf = ({ targetMs, elapsedMs }: Exchange): number => targetMs + elapsedMs

/**
 * True where several clients may have read the quote. So it is where a read began before the one before it had ended. It is also where
 * reads come at odd distances, and can be divided among clients that each keep the pace.
 */
export function isOfSeveral(polls: readonly Exchange[], leastMs: number): boolean {
  if (overlap(polls)) return true
  const apart = (by: number) =>
    polls.slice(by).map(({ targetMs }, place) => targetMs - (polls[place]?.targetMs ?? 0))
  const pauses = apart(1)
  if (pauses.length < MOST_READERS || pauses.every((ms) => ms >= leastMs)) return false
  const isOdd = !isSteady(pauses)
  return Array.from({ length: MOST_READERS - 1 }, (_, more) => apart(more + 2)).some(
    (distances) =>
      distances.length > 0 &&
      distances.every((ms) => ms >= leastMs) &&
      (isOdd || isMoreEven(distances, pauses)),
  )
}

function isSteady(pauses: readonly number[]): boolean {
  const middle = at(pauses, 1 / 2)
  const alike = pauses.filter((ms) => ms <= middle * ALIKE && ms >= middle / ALIKE)
  return alike.length >= pauses.length * MOST
}

const isMoreEven = (distances: readonly number[], pauses: readonly number[]): boolean =>
  spread(pauses) >= UNEVEN_MS && spread(distances) * MORE_EVEN <= spread(pauses)

/** How far the middle half of some values lies apart: a few that a busy machine prolonged do not count. */
const spread = (values: readonly number[]): number => at(values, 3 / 4) - at(values, 1 / 4)

/** The value that a part of all are below. */
const at = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? 0

const overlap = (requests: readonly Exchange[]): boolean =>
  requests.some((one, place) => {
    const next = requests[place + 1]
    return next !== undefined && next.targetMs < endMsOf(one) - DOUBT_MS
  })
