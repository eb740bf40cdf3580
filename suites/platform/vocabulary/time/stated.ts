import { readIso } from '../../../../conformance/iso-time.ts'
import { plainText } from '../../../../conformance/json/plain-text.ts'
import type { Span } from './span.ts'

/** Rounding of times without a fraction of a second, in milliseconds. */
const WHOLE_SECOND_MS = 1000

/** Digits of a fraction that is not zero. */
const FRACTION = /[.,](\d*[1-9]\d*)/

const roundingIn = (value: unknown): number => {
  const digits = FRACTION.exec(plainText(value))?.[1]?.length ?? 0
  return Math.max(1, WHOLE_SECOND_MS / 10 ** digits)
}

/**
 * How far the times of one source may be rounded, in milliseconds. A time on a whole second shows nothing by itself: a source with
 * milliseconds has such times, too.
 */
export const roundingOf = (values: readonly unknown[]): number =>
  values.reduce<number>((least, value) => Math.min(least, roundingIn(value)), WHOLE_SECOND_MS)

/**
 * Reads a time that may be rounded in either direction.
 *
 * @param rounding of its source, in milliseconds
 * @returns milliseconds since the epoch; undefined when it is no time
 */
export function momentOf(value: unknown, rounding = roundingOf([value])): Span | undefined {
  const read = readIso(value)
  return read && { least: read.ms - rounding, most: read.ms + rounding }
}
