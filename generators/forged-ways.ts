import fc from 'fast-check'
import type { EventType } from '../spec/delivery.ts'
import { spread } from './spread.ts'

/** A forgery by its fault and by how it is sent, as plain JSON. */
export interface ForgedWay {
  readonly type: EventType
  readonly fault:
    | 'wrong'
    | 'none'
    | 'empty'
    | 'short'
    | 'long'
    | 'of-another'
    | 'body'
    | 'id'
    | 'timestamp'
    | 'revoked'
  /** The valid secret with which the delivery was signed before it was changed. */
  readonly secret: 'own' | 'previous'
  /** How the names of headers are written. */
  readonly names: 'as-stated' | 'small' | 'capital'
  readonly framing: 'whole' | 'chunked'
  /** Letters beyond ASCII stand in the body as they are. */
  readonly letters: 'ascii' | 'others'
  readonly brokerage: 'usual' | 'another'
  /** Size of the body; 0: as it is. */
  readonly kilobytes: 0 | 9 | 70
  /** The moment that its Timestamp states. */
  readonly time: 'now' | 'minutes-ago' | 'a-year-ago' | 'ahead' | 'no-time'
  readonly connection: 'own' | 'kept'
  /** The past of its Event-ID; nothing right ever comes under a lone one. */
  readonly id: 'new' | 'refused' | 'known' | 'lone'
}

/** A name that events do not have by now. */
export const UNKNOWN_TYPE: EventType = 'quote.reviewed'

/** The kinds of forgeries that a profile allows. */
export interface Forging {
  /** `revoked` needs a secret whose grace period is over. */
  readonly faults: readonly ForgedWay['fault'][]
  /** Those that are valid. */
  readonly secrets: readonly ForgedWay['secret'][]
  readonly brokerages: readonly ForgedWay['brokerage'][]
}

/** So many are drawn for each that is sent: among them are those that show much together. */
const DRAWN_FOR_EACH = 12

/**
 * Draws forgeries that bring every two things together. A receiver has branches, and each may verify in its own way.
 *
 * @param types the events of the contract; an unknown one is added
 */
export function forgedWays(
  types: readonly EventType[],
  { faults, secrets, brokerages }: Forging,
  seed: number,
  count: number,
): readonly ForgedWay[] {
  const ways: fc.Arbitrary<ForgedWay> = fc.record({
    type: fc.constantFrom(...types, UNKNOWN_TYPE),
    fault: fc.constantFrom(...faults),
    secret: fc.constantFrom(...secrets),
    names: fc.constantFrom('as-stated', 'small', 'capital'),
    framing: fc.constantFrom('whole', 'chunked'),
    letters: fc.constantFrom('ascii', 'others'),
    brokerage: fc.constantFrom(...brokerages),
    kilobytes: fc.constantFrom(0, 9, 70),
    time: fc.constantFrom('now', 'minutes-ago', 'a-year-ago', 'ahead', 'no-time'),
    connection: fc.constantFrom('own', 'kept'),
    id: fc.constantFrom('new', 'refused', 'known', 'lone'),
  })
  return spread(fc.sample(ways, { seed, numRuns: count * DRAWN_FOR_EACH }), shownBy, count)
}

/** Everything that a forgery shows, each in a word of its own. */
export const shownBy = (way: ForgedWay): readonly string[] =>
  Object.entries(way).map(([part, value]) => `${part} ${value}`)
