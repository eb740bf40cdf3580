import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import { at } from '../../../vocabulary/judge/json.ts'
import { eventIn, headerOf } from '../event.ts'
import type { Span } from './timing.ts'

/** How a time is rounded where it has no fraction of a second, in milliseconds. */
const WHOLE_SECOND_MS = 1000

const hasFraction = (text: string): boolean => /[.,]\d*[1-9]/.test(text)

/** A time as it is written: exact, or rounded to the second in either direction. Undefined when it is none. */
export function momentOf(value: unknown): Span | undefined {
  if (typeof value !== 'string') return undefined
  const ms = Date.parse(value.replace(',', '.'))
  if (Number.isNaN(ms)) return undefined
  const rounded = hasFraction(value) ? 0 : WHOLE_SECOND_MS
  return { least: ms - rounded, most: ms + rounded }
}

/** When an attempt says that it was made. */
export const timestampOf = (arrival: Arrival): Span | undefined => momentOf(headerOf(arrival, 'timestamp'))

/** When an event says that it happened. */
export const eventTimeOf = (arrival: Arrival): Span | undefined =>
  momentOf(at(eventIn(arrival), '/timestamp'))
