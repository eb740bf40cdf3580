const DAY_MS = 86_400_000

/**
 * Milliseconds from a moment of the platform, as it wrote it, to the next time that a time of day of UTC has come; undefined where
 * it cannot be read.
 *
 * @param timeOfDayMs milliseconds since midnight
 */
export function untilTimeOfDay(timeOfDayMs: number, moment: unknown): number | undefined {
  const now = typeof moment === 'string' ? Date.parse(moment) : Number.NaN
  return Number.isNaN(now) ? undefined : (((timeOfDayMs - now) % DAY_MS) + DAY_MS) % DAY_MS
}
