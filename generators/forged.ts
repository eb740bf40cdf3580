import fc from 'fast-check'
import type { EventType } from '../spec/delivery.ts'

/** A delivery with one part that was not signed, as plain JSON. */
export interface ForgedCase {
  readonly type: EventType
  readonly part: 'signature' | 'body' | 'id' | 'timestamp'
  /** The place of the character that is replaced, or where the text is inserted; taken modulo the length. */
  readonly at: number
  readonly how: 'replaced' | 'inserted' | 'cut' | 'whole'
  /** The replacement. */
  readonly text: string
}

/** Characters that a header may contain: visible ones, and bytes beyond ASCII. */
const headerText = fc
  .array(fc.oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0xa1, max: 0xff })), {
    minLength: 1,
    maxLength: 80,
  })
  .map((codes) => String.fromCharCode(...codes))
const hexText = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 1, maxLength: 130 })
  .map((digits) => digits.join(''))
const bodyText = fc.constantFrom(' ', '\n', '0', 'é', '"', '}', '{}', 'null', '\u0000', '保険')

/** Ways to forge each part that the signature covers, and the signature itself. */
export function forgedCases(types: readonly EventType[]): fc.Arbitrary<ForgedCase> {
  const common = { type: fc.constantFrom(...types), at: fc.nat({ max: 400 }) }
  const how = fc.constantFrom('replaced' as const, 'inserted' as const, 'cut' as const)
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        ...common,
        part: fc.constant('signature' as const),
        how: fc.constant('whole' as const),
        text: fc.oneof(hexText, headerText),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        ...common,
        part: fc.constant('signature' as const),
        how: fc.constantFrom('replaced' as const, 'cut' as const),
        text: fc.oneof(hexText, headerText).map((text) => text.slice(0, 1)),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ ...common, part: fc.constant('body' as const), how, text: bodyText }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        ...common,
        part: fc.constantFrom('id' as const, 'timestamp' as const),
        how,
        text: fc.constantFrom('0', 'a', '-', 'Z'),
      }),
    },
  )
}

/** The text with the change of the case. */
export function forgedText({ at, how, text }: ForgedCase, right: string): string {
  const place = right.length === 0 ? 0 : at % right.length
  switch (how) {
    case 'whole':
      return text
    case 'cut':
      return right.slice(0, place)
    case 'inserted':
      return right.slice(0, place) + text + right.slice(place)
    case 'replaced':
      return right.slice(0, place) + text + right.slice(place + 1)
  }
}
