import type { Measured, Verdict } from '../../../../conformance/verdict.ts'
import type { Span } from './span.ts'

/** The bounds that a statement sets to a time, in milliseconds. */
export interface Bounds {
  readonly early: number
  readonly late: number
}

/** Text of a time in whole milliseconds. */
export const wholeMs = (ms: number): string => String(Math.round(ms))

/** Text of the bounds of a time. */
export const shown = ({ least, most }: Span): string => `${wholeMs(least)} to ${wholeMs(most)} ms`

/** Text of what is allowed; a time that cannot be negative has no bound below zero. */
export function allowed({ early, late }: Bounds): string {
  if (late === Number.POSITIVE_INFINITY) return `from ${wholeMs(early)} ms`
  return `${wholeMs(Math.max(0, early))} to ${wholeMs(late)} ms`
}

/**
 * Judges a measured time by what is allowed. Every timed claim ends here. Inside is passed, and outside is a breach. Anything
 * else cannot be decided, since a pass must have been able to fail.
 *
 * @param breached makes the verdict on a time outside
 */
export function decide(span: Span, bounds: Bounds, text: string, breached: () => Verdict): Verdict {
  if (span.most < bounds.early || span.least > bounds.late) return breached()
  const measured = measuredOf(span, bounds)
  if (span.least >= bounds.early && span.most <= bounds.late) return { kind: 'passed', note: text, measured }
  return { kind: 'cannot-tell', why: `it was not measured closely enough: ${text}`, measured }
}

const measuredOf = ({ least, most }: Span, { early, late }: Bounds): Measured => ({
  leastMs: Math.floor(least),
  mostMs: Math.ceil(most),
  ...(Number.isFinite(early) && { fromMs: Math.floor(early) }),
  ...(Number.isFinite(late) && { toMs: Math.ceil(late) }),
})
