import { readIso } from '../../../../../conformance/iso-time.ts'
import { plainText } from '../../../../../conformance/json/plain-text.ts'
import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import { at } from '../../../vocabulary/judge/json.ts'
import { eventIn, headerOf } from '../event.ts'

/** A time that is known within two bounds, in milliseconds. */
export interface Span {
  readonly least: number
  readonly most: number
}

/** Rounding of a time without a fraction of a second, in milliseconds. */
const WHOLE_SECOND_MS = 1000

const hasFraction = (text: string): boolean => /[.,]\d*[1-9]/.test(text)

/** Parses a time: exact, or rounded to the second in either direction. Undefined when it is none. */
export function momentOf(value: unknown): Span | undefined {
  const read = readIso(value)
  if (read === undefined) return undefined
  const rounded = hasFraction(plainText(value)) ? 0 : WHOLE_SECOND_MS
  return { least: read.ms - rounded, most: read.ms + rounded }
}

/** The `Timestamp` of an attempt. */
export const timestampOf = (arrival: Arrival): Span | undefined => momentOf(headerOf(arrival, 'timestamp'))

/** Difference of two attempts' timestamps, in milliseconds; rounded times count as written. */
export function statedBetween(from: Arrival, to: Arrival): number | undefined {
  const [first, second] = [timestampOf(from), timestampOf(to)]
  return first === undefined || second === undefined
    ? undefined
    : (second.least + second.most - first.least - first.most) / 2
}

/** The `timestamp` in an event's body. */
export const eventTimeOf = (arrival: Arrival): Span | undefined =>
  momentOf(at(eventIn(arrival), '/timestamp'))

/** Says whether both times of a delivery, or neither, have a zone: only then can they be compared. */
export function isComparable(arrival: Arrival): boolean {
  const [header, body] = [headerOf(arrival, 'timestamp'), at(eventIn(arrival), '/timestamp')].map(readIso)
  return header?.zoned === body?.zoned
}
