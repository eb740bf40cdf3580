const DAY_MS = 86_400_000

/**
 * Returns the milliseconds until a time of day of UTC comes next; undefined where the moment cannot be read.
 *
 * @param timeOfDayMs milliseconds since midnight; a negative number counts back from midnight
 * @param moment the current time, as the platform wrote it
 */
export function untilTimeOfDay(timeOfDayMs: number, moment: unknown): number | undefined {
  const now = typeof moment === 'string' ? Date.parse(moment) : Number.NaN
  return Number.isNaN(now) ? undefined : (((timeOfDayMs - now) % DAY_MS) + DAY_MS) % DAY_MS
}
