import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { mayBeRepeat, REPEAT_MS } from '../../../../conformance/repeat.ts'
import type { DeliveryClock } from '../time/delivery-clock.ts'
import { timestampOf } from './moment.ts'

/** A copy starts within this time after its attempt, in milliseconds (R25). No stated delay is as short. */
export const COPY_MS = 250

/** One attempt of a retry schedule, with its copies. */
export interface RetryStep {
  readonly attempt: Arrival
  readonly copies: readonly Arrival[]
}

/** Says whether a delivery may be a copy of another, within the precision of their times. */
const mayCopy = (original: Arrival, other: Arrival, heldMs = 0): boolean =>
  other.earliest - original.latest <= COPY_MS + heldMs

/** Says whether timestamps show that a delivery started too late for a copy. A long move of the clock hides when it arrived. */
function isStatedApart(original: Arrival, other: Arrival, clock: DeliveryClock | undefined): boolean {
  if (clock?.agrees(original) !== true || !clock.agrees(other)) return false
  const leastMs = clock.momentOf(other).least - clock.momentOf(original).most
  return leastMs > COPY_MS + (other.heldMs ?? 0)
}

/** Says whether a delivery certainly is a copy of another. */
export const isCopy = (original: Arrival, other: Arrival): boolean =>
  !mayBeRepeat(original, other, COPY_MS) && other.latest - original.latest <= COPY_MS

/**
 * Says whether a delivery is no copy of another. A moved clock may also run on by itself, which its moves do not show. Then real
 * time and the platform's own timestamps together do (R24). Such a platform may also have been held up before its copy, so one
 * delivery of this kind alone proves nothing.
 */
export function isNoCopy(original: Arrival, other: Arrival): boolean {
  if (!mayCopy(original, other)) return true
  const [first, second] = [timestampOf(original), timestampOf(other)]
  if (original.besideMs === undefined || other.besideMs === undefined || !first || !second) return false
  const mostMs = other.latest - original.earliest + other.besideMs - original.besideMs
  return mostMs >= REPEAT_MS && second.least - first.most >= REPEAT_MS
}

/** Drops copies, where the clock moved in steps shorter than any delay; see `asRetries` for whole retry schedules. */
export function withoutCopies(attempts: readonly Arrival[]): readonly Arrival[] {
  const own: Arrival[] = []
  for (const attempt of attempts) {
    const previous = own.at(-1)
    if (previous === undefined || !isCopy(previous, attempt)) own.push(attempt)
  }
  return own
}

/**
 * Drops everything that may be a copy, where the times of attempts are known roughly only. Timestamps tell more apart where each attempt
 * came with as many copies: one that was held up would have left another attempt with fewer.
 */
export function fewestAttempts(attempts: readonly Arrival[]): readonly Arrival[] {
  const isApart = (former: Arrival, one: Arrival) => !mayCopy(former, one, one.heldMs)
  const stated = groupsOf(attempts, (former, one) =>
    one.heldMs === undefined ? isNoCopy(former, one) : isApart(former, one),
  )
  const [{ length = 0 } = []] = stated
  const areAlike = length > 1 && stated.every((group) => group.length === length)
  return (areAlike ? stated : groupsOf(attempts, isApart)).flatMap(([first]) => first ?? [])
}

/** Divides attempts where one lies apart from the first of its group. */
function groupsOf(
  attempts: readonly Arrival[],
  isApart: (first: Arrival, one: Arrival) => boolean,
): readonly (readonly Arrival[])[] {
  const groups: Arrival[][] = []
  for (const attempt of attempts) {
    const group = groups.at(-1)
    const [first] = group ?? []
    if (group === undefined || first === undefined || isApart(first, attempt)) groups.push([attempt])
    else group.push(attempt)
  }
  return groups
}

/** Weight of an attempt at a wrong time. A missing attempt weighs 1, since a retry schedule may be read before it ends. */
const WRONG = 1.5

/** Most deliveries that are searched for copies, many more than a right retry schedule has. Later ones count as attempts. */
const MOST_READ = 64

interface Reading {
  readonly breaches: number
  readonly retrySteps: readonly RetryStep[]
}

/**
 * Divides deliveries into the attempts of a retry schedule and their copies, in the way with the fewest breaches. A schedule is right if
 * any such division is right (R25).
 *
 * @param most the number of attempts of a whole retry schedule
 * @param clock shows when attempts started, where their timestamps can be believed
 * @param fits says whether the attempt with this number comes at its time after the previous one
 */
export function asRetries(
  all: readonly Arrival[],
  most: number,
  clock: DeliveryClock | undefined,
  fits: (number: number, previous: RetryStep, attempt: Arrival) => boolean,
): readonly RetryStep[] {
  const attempts = all.slice(0, MOST_READ)
  const further = all.slice(MOST_READ).map((attempt) => ({ attempt, copies: [] }))
  /** Cache of the best division from an attempt on, by its index and its number. */
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
      const retryStep = { attempt, copies: attempts.slice(place + 1, next) }
      const following = attempts[next]
      const reading =
        following === undefined ? end(retryStep, number) : goOn(retryStep, number, next, following)
      if (found === undefined || reading.breaches < found.breaches) found = reading
      // A copy that fell due while its endpoint was disabled is late by that time (R27).
      if (following === undefined || !mayCopy(attempt, following, following.heldMs)) return found
      if (isStatedApart(attempt, following, clock)) return found
    }
  }
  const end = (retryStep: RetryStep, number: number): Reading => ({
    breaches: Math.max(0, most - number),
    retrySteps: [retryStep],
  })
  const goOn = (retryStep: RetryStep, number: number, next: number, following: Arrival): Reading => {
    // Numbers beyond the last attempt of a retry schedule are equivalent.
    const rest = read(next, Math.min(number + 1, most + 1))
    const isRight = number < most && fits(number + 1, retryStep, following)
    return { breaches: rest.breaches + (isRight ? 0 : WRONG), retrySteps: [retryStep, ...rest.retrySteps] }
  }
  return attempts.length === 0 ? [] : [...read(0, 1).retrySteps, ...further]
}
