import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import { mayBeRepeat } from '../../../../../conformance/repeat.ts'

/** A copy starts so soon after the attempt that it repeats, in milliseconds (R25); the first rung is never as short as this. */
export const COPY_MS = 250

/** One attempt with the copies that came beside it. */
export interface Rung {
  readonly attempt: Arrival
  readonly copies: readonly Arrival[]
}

/** Says whether one delivery may be a copy of another, as far as their moments are known. */
const mayCopy = (original: Arrival, other: Arrival, heldMs = 0): boolean =>
  other.earliest - original.latest <= COPY_MS + heldMs

/** Says whether it is one, as far as arrivals were seen one after the other. */
const isCopy = (original: Arrival, other: Arrival): boolean =>
  !mayBeRepeat(original, other, COPY_MS) && other.latest - original.latest <= COPY_MS

/** Attempts without copies, where time went in steps shorter than any rung; see `asLadder` for whole ladders. */
export function withoutCopies(attempts: readonly Arrival[]): readonly Arrival[] {
  const own: Arrival[] = []
  for (const attempt of attempts) {
    const previous = own.at(-1)
    if (previous === undefined || !isCopy(previous, attempt)) own.push(attempt)
  }
  return own
}

/** Likewise, where the moments of attempts are hardly known: whatever may be a copy is left out. */
export function fewestAttempts(attempts: readonly Arrival[]): readonly Arrival[] {
  const own: Arrival[] = []
  for (const attempt of attempts) {
    const previous = own.at(-1)
    if (previous === undefined || !mayCopy(previous, attempt, attempt.heldMs)) own.push(attempt)
  }
  return own
}

/** An attempt at a wrong time weighs more than one that has not come: a ladder may be read before it ends. */
const WRONG = 1.5

/** Many times what a ladder and its copies take; what comes after so many deliveries of one event is read as attempts. */
const MOST_READ = 64

interface Reading {
  readonly breaches: number
  readonly rungs: readonly Rung[]
}

/**
 * Reads attempts as a ladder plus copies: of all ways to tell the two apart, the one with the fewest breaches. A schedule is
 * right when it can be seen so (R25).
 *
 * @param most so many attempts a ladder has
 * @param fits whether an attempt, by its number, stands at its time after the one before it
 */
export function asLadder(
  all: readonly Arrival[],
  most: number,
  fits: (number: number, previous: Rung, attempt: Arrival) => boolean,
): readonly Rung[] {
  const attempts = all.slice(0, MOST_READ)
  const further = all.slice(MOST_READ).map((attempt) => ({ attempt, copies: [] }))
  /** The best reading of all that follows an attempt, by its place and its number. */
  const known = new Map<string, Reading>()
  const read = (place: number, number: number): Reading => {
    const key = `${place} ${number}`
    const reading = known.get(key) ?? best(place, number)
    known.set(key, reading)
    return reading
  }
  const best = (place: number, number: number): Reading => {
    const attempt = attempts[place] as Arrival
    let found: Reading | undefined
    for (let next = place + 1; ; next += 1) {
      const rung = { attempt, copies: attempts.slice(place + 1, next) }
      const following = attempts[next]
      const reading = following === undefined ? end(rung, number) : goOn(rung, number, next, following)
      if (found === undefined || reading.breaches < found.breaches) found = reading
      // A copy that fell due while its endpoint was out of service is late by that, and stays behind (R27).
      if (following === undefined || !mayCopy(attempt, following, following.heldMs)) return found
    }
  }
  const end = (rung: Rung, number: number): Reading => ({
    breaches: Math.max(0, most - number),
    rungs: [rung],
  })
  const goOn = (rung: Rung, number: number, next: number, following: Arrival): Reading => {
    // Beyond the last attempt of a ladder, one number is like the next.
    const rest = read(next, Math.min(number + 1, most + 1))
    const isRight = number < most && fits(number + 1, rung, following)
    return { breaches: rest.breaches + (isRight ? 0 : WRONG), rungs: [rung, ...rest.rungs] }
  }
  return attempts.length === 0 ? [] : [...read(0, 1).rungs, ...further]
}
