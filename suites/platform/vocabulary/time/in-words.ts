/** Unit, its milliseconds, and from how many on it is used. */
const UNITS = [
  ['days', 86_400_000, 3],
  ['hours', 3_600_000, 2],
  ['minutes', 60_000, 2],
  ['seconds', 1000, 2],
] as const

/** Says a duration in milliseconds in words, in the largest unit that fits: `90 seconds`, `36 hours`. */
export function durationInWords(ms: number): string {
  const [unit, unitMs] = UNITS.find(([, each, least]) => ms >= least * each) ?? ['ms', 1]
  return `${Math.round(ms / unitMs)} ${unit}`
}
