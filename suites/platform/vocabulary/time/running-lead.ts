import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { mostCommon } from './most-common.ts'
import { later, type Span } from './span.ts'

/**
 * By how much a clock is ahead of the target's time and of all real time that has passed, as an attempt shows it. A platform may add
 * the real time that a move takes, or let the move contain it. So it may fall by that time, and never rises.
 */
export interface Lead extends Span {
  readonly attempt: Arrival
}

/** How many moves of the clock before an attempt, and how many after it, tell its lead. */
const MOVES = 12

/** The facts that the attempts between two moves show together. */
interface Knot extends Span {
  readonly firstMs: number
  readonly lastMs: number
  readonly realMs: number
}

const movingMs = ({ besideMovingMs = 0 }: Arrival): number => besideMovingMs
const realMs = ({ besideMs = 0 }: Arrival): number => besideMs

/**
 * Returns the lead of a running clock at any attempt, as the attempts around it show it. The attempts between two moves have one vote
 * together, since a mistake of a platform often concerns all attempts that fall due at once.
 *
 * @param otherwise the lead where no attempt shows any
 */
export function runningLead(leads: readonly Lead[], otherwise: Span): (attempt: Arrival) => Span {
  const knots = knotsOf(leads)
  return (attempt) => {
    const after = knots.findIndex((knot) => knot.realMs > realMs(attempt))
    const place = after === -1 ? knots.length : after
    const near = knots.slice(Math.max(0, place - MOVES), place + MOVES)
    return mostCommon(near.map((knot) => later(knot, fallenTo(attempt, knot)))) ?? otherwise
  }
}

/** By how much the lead may have fallen from a knot on, or up to it where the attempt came before. */
function fallenTo(attempt: Arrival, { firstMs, lastMs }: Knot): Span {
  const ms = movingMs(attempt)
  return { least: Math.min(0, firstMs - ms), most: Math.max(0, lastMs - ms) }
}

function knotsOf(leads: readonly Lead[]): readonly Knot[] {
  const sorted = leads.toSorted((one, other) => realMs(one.attempt) - realMs(other.attempt))
  const moves = Map.groupBy(sorted, ({ attempt }) => attempt.latest)
  return [...moves.values()].flatMap((together): readonly Knot[] => {
    const lead = mostCommon(together)
    const [first, last] = [together.at(0), together.at(-1)]
    if (lead === undefined || first === undefined || last === undefined) return []
    const bounds = { firstMs: movingMs(first.attempt), lastMs: movingMs(last.attempt) }
    return [{ ...lead, ...bounds, realMs: realMs(first.attempt) }]
  })
}
