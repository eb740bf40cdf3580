import fc from 'fast-check'
import type { EventType } from '../spec/delivery.ts'
import { spread } from './spread.ts'

/** The way in which one attempt of an event is signed and sent. */
export interface RightSending {
  /** `previous`: by the secret that is still in its grace period. */
  readonly secret: 'own' | 'previous'
  /** How the names of headers are written. */
  readonly names: 'as-stated' | 'small' | 'capital' | 'title-case'
  readonly framing: 'whole' | 'chunked' | 'pieces' | 'late-body'
  /** How its body is written; the signature covers the body as it is written. */
  readonly layout: 'compact' | 'indented'
  /** How its Timestamp is written: with which precision, or with an offset. */
  readonly time: 'thousandths' | 'seconds' | 'millionths' | 'offset'
}

/** A right event with its unusual properties, and the ways of its two attempts, as plain JSON. */
export interface RightWay {
  readonly type: EventType
  readonly id: 'uuid' | 'digits' | 'zeros' | 'long' | 'marks' | 'short'
  readonly letters: 'ascii' | 'others'
  readonly brokerage: 'usual' | 'another'
  /** Size of the body; 0: unchanged. */
  readonly kilobytes: 0 | 9 | 40
  readonly first: RightSending
  readonly again: RightSending
}

/** Number of generated cases for each that is sent: those that show most together are chosen. */
const GENERATED_FOR_EACH = 12

/** The values that a profile allows. */
export interface RightChoices {
  /** Those that are valid. */
  readonly secrets: readonly RightSending['secret'][]
  readonly brokerages: readonly RightWay['brokerage'][]
}

/**
 * Generates right events that combine every two properties. A receiver has branches in its code, and each may verify and remember in
 * its own way.
 */
export function rightWays(
  types: readonly EventType[],
  { secrets, brokerages }: RightChoices,
  seed: number,
  count: number,
): readonly RightWay[] {
  const sending: fc.Arbitrary<RightSending> = fc.record({
    secret: fc.constantFrom(...secrets),
    names: fc.constantFrom('as-stated', 'small', 'capital', 'title-case'),
    framing: fc.constantFrom('whole', 'chunked', 'pieces', 'late-body'),
    layout: fc.constantFrom('compact', 'indented'),
    time: fc.constantFrom('thousandths', 'seconds', 'millionths', 'offset'),
  })
  const ways: fc.Arbitrary<RightWay> = fc.record({
    type: fc.constantFrom(...types),
    id: fc.constantFrom('uuid', 'digits', 'zeros', 'long', 'marks', 'short'),
    letters: fc.constantFrom('ascii', 'others'),
    brokerage: fc.constantFrom(...brokerages),
    kilobytes: fc.constantFrom(0, 9, 40),
    first: sending,
    again: sending,
  })
  return spread(fc.sample(ways, { seed, numRuns: count * GENERATED_FOR_EACH }), rightWayWords, count)
}

/** Every property of an event and its attempts, each as one word. */
export const rightWayWords = ({ first, again, ...event }: RightWay): readonly string[] => [
  ...words('', event),
  ...words('first ', first),
  ...words('again ', again),
]

const words = (before: string, of: object): readonly string[] =>
  Object.entries(of).map(([part, value]) => `${before}${part} ${value}`)
