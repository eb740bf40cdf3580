import fc from 'fast-check'
import type { EventType } from '../spec/delivery.ts'
import { spread } from './spread.ts'

/** A forgery, described by its fault and the way in which it is sent, as plain JSON. */
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
  readonly names: 'as-stated' | 'small' | 'capital' | 'title-case'
  readonly framing: 'whole' | 'chunked'
  /** `others`: the body contains letters beyond ASCII, unescaped. */
  readonly letters: 'ascii' | 'others'
  readonly brokerage: 'usual' | 'another'
  /** Size of the body; 0: unchanged. */
  readonly kilobytes: 0 | 9 | 70
  /** The moment that its Timestamp states. */
  readonly time: 'now' | 'minutes-ago' | 'a-year-ago' | 'ahead' | 'no-time'
  readonly connection: 'own' | 'kept'
  /** The history of its Event-ID; under a `lone` one no right delivery ever comes. */
  readonly id: 'new' | 'refused' | 'known' | 'lone'
}

/** The name of a type that does not exist yet. */
export const UNKNOWN_TYPE: EventType = 'quote.reviewed'

/** The kinds of forgeries that a profile allows. */
export interface Forging {
  /** `revoked` needs a secret whose grace period is over. */
  readonly faults: readonly ForgedWay['fault'][]
  /** Those that are valid. */
  readonly secrets: readonly ForgedWay['secret'][]
  readonly brokerages: readonly ForgedWay['brokerage'][]
}

/** Number of generated cases for each that is sent: those that show most together are chosen. */
const GENERATED_FOR_EACH = 12

/**
 * Generates forgeries that combine every two properties. A receiver has branches in its code, and each may verify in its own way.
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
    names: fc.constantFrom('as-stated', 'small', 'capital', 'title-case'),
    framing: fc.constantFrom('whole', 'chunked'),
    letters: fc.constantFrom('ascii', 'others'),
    brokerage: fc.constantFrom(...brokerages),
    kilobytes: fc.constantFrom(0, 9, 70),
    time: fc.constantFrom('now', 'minutes-ago', 'a-year-ago', 'ahead', 'no-time'),
    connection: fc.constantFrom('own', 'kept'),
    id: fc.constantFrom('new', 'refused', 'known', 'lone'),
  })
  return spread(fc.sample(ways, { seed, numRuns: count * GENERATED_FOR_EACH }), forgedWayWords, count)
}

/** Every property of a forgery, each as one word. */
export const forgedWayWords = (way: ForgedWay): readonly string[] =>
  Object.entries(way).map(([part, value]) => `${part} ${value}`)
