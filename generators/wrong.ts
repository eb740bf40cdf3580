import fc, { type Arbitrary } from 'fast-check'
import type { ValueFormat, ValueType } from '../spec/wrong-values.ts'

/**
 * Values that are certainly wrong: values of every other JSON type, and texts that are invalid by every interpretation of a
 * format.
 */
const OBJECTS = fc.dictionary(
  fc.constantFrom('a', 'value', 'amount', 'text'),
  fc.oneof(fc.nat(), fc.string()),
  {
    maxKeys: 3,
  },
)
const ARRAYS = fc.array(fc.oneof(fc.nat(), fc.string(), fc.boolean()), { maxLength: 3 })
const WORDS = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 1, maxLength: 12 })
const WHOLES = fc.integer({ min: -1_000_000, max: 1_000_000 })
const FRACTIONS = fc.nat(1_000_000).map((number) => number + 0.5)

const values: Readonly<Record<ValueType, Arbitrary<unknown>>> = {
  string: fc.oneof(WHOLES, FRACTIONS, fc.boolean(), ARRAYS, OBJECTS),
  number: fc.oneof(WORDS, WHOLES.map(String), fc.boolean(), ARRAYS, OBJECTS),
  integer: fc.oneof(WORDS, WHOLES.map(String), FRACTIONS, fc.boolean(), ARRAYS, OBJECTS),
  boolean: fc.oneof(WORDS, fc.constantFrom('true', 'false', 'yes', ''), WHOLES, ARRAYS, OBJECTS),
  object: fc.oneof(WORDS, WHOLES, fc.boolean(), ARRAYS),
  array: fc.oneof(WORDS, WHOLES, fc.boolean(), OBJECTS),
  'number-or-string': fc.oneof(fc.boolean(), ARRAYS, OBJECTS),
}

const digits = (lengths: readonly number[]): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...lengths), fc.nat(999_999_999))
    .map(([length, number]) => String(number).padStart(length, '1').slice(0, length))

const two = (from: number, to: number): Arbitrary<string> =>
  fc.integer({ min: from, max: to }).map((number) => String(number).padStart(2, '0'))

const date = (month: Arbitrary<string>, day: Arbitrary<string>): Arbitrary<string> =>
  fc.tuple(fc.integer({ min: 2026, max: 2099 }), month, day).map((parts) => parts.join('-'))

/** `number-string` is missing here: a string in place of an amount breaks only a recommendation. */
const formats: Partial<Record<ValueFormat, Arbitrary<unknown>>> = {
  email: fc.oneof(
    WORDS,
    WORDS.map((word) => `@${word}.example`),
    WORDS.map((word) => `${word}@`),
  ),
  date: fc.oneof(
    date(two(13, 99), two(1, 28)),
    date(two(1, 12), two(32, 99)),
    date(fc.constantFrom('02'), fc.constantFrom('30', '31')),
    date(fc.constantFrom('04', '06', '09', '11'), fc.constantFrom('31')),
    date(fc.constantFrom('00'), two(1, 28)),
    date(two(1, 12), fc.constantFrom('00')),
    WORDS,
  ),
  ein: fc.oneof(
    digits([8, 9, 10]),
    fc.tuple(digits([1, 3, 4]), digits([7])).map((parts) => parts.join('-')),
    fc.tuple(digits([2]), digits([5, 6, 8])).map((parts) => parts.join('-')),
    WORDS,
  ),
  naics: fc.oneof(
    fc.integer({ min: -999_999, max: 99_999 }),
    fc.integer({ min: 1_000_000, max: 99_999_999 }),
    fc.integer({ min: 100_000, max: 999_998 }).map((number) => number + 0.5),
  ),
  state: fc.oneof(
    digits([1, 2, 3]),
    fc.string({ unit: fc.constantFrom(...'ABCXYZ'), minLength: 3, maxLength: 12 }),
    fc.constantFrom('A', 'Z'),
  ),
}

/** Values of another JSON type than the one asked for. */
export const wrongTypeOf = (type: ValueType): Arbitrary<unknown> => values[type]

/** Values of the right type that break a format; undefined where no value certainly does. */
export const wrongFormatOf = (format: ValueFormat): Arbitrary<unknown> | undefined => formats[format]
