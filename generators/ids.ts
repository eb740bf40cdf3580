import fc, { type Arbitrary } from 'fast-check'

const HEX = fc.constantFrom(...'0123456789abcdef')
const hex = (length: number): Arbitrary<string> =>
  fc.string({ unit: HEX, minLength: length, maxLength: length })

/** Version 4, so that no quote has it by chance. */
const uuid = fc
  .tuple(hex(8), hex(4), hex(3), hex(3), hex(12))
  .map(([a, b, c, d, e]) => `${a}-${b}-4${c}-9${d}-${e}`)

/**
 * Texts that are no uuid: nearly a uuid, a word, a number, text that storage cannot take. None is empty, made of dots or contains
 * a slash, so that no server takes it for another path.
 */
export const malformedId: Arbitrary<string> = fc.oneof(
  fc
    .tuple(uuid, fc.nat(35), fc.constantFrom('g', 'z', '_', 'é'))
    .map(([id, at, letter]) => id.slice(0, at) + letter + id.slice(at + 1)),
  fc
    .tuple(uuid, fc.nat(35))
    .map(([id, at]) => id.slice(0, at) + id.slice(at + 1))
    .filter((id) => id.includes('-')),
  fc.tuple(uuid, HEX).map(([id, digit]) => id + digit),
  fc.nat().map(String),
  fc.string({ unit: fc.constantFrom(...'abcxyz019-_~'), minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    'null',
    'undefined',
    'NaN',
    '-1',
    '0',
    'true',
    '{id}',
    '%s',
    "' or '1'='1",
    '\u0000',
    'é',
    '株',
    '🚀',
    'x'.repeat(1000),
  ),
)

/** A malformed id, together with one of several operations. */
export const malformedIdOn = <Operation extends string>(
  operations: readonly Operation[],
): Arbitrary<{ readonly operation: Operation; readonly id: string }> =>
  fc.record({ operation: fc.constantFrom(...operations), id: malformedId })
