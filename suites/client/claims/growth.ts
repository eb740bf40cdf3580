/** Pauses that are all shorter than this are none. */
const NONE_MS = 50
/** Now and then a machine holds one up, and longer one of many. */
const HELD_UP_MS = 250
const MANY = 6
/** Pauses are equal within this part of their mean. */
const EQUAL = 0.12
/** The spread of pauses whose range does not grow, as a part of their mean, and the least growth from first to last. */
const SPREAD = 0.28
const GROWTH = 1.5
/** So many pauses say something; chance makes two of them alike. */
const FEWEST = 4
/** So many pauses in several series, the shortest at each attempt, tell what a machine added to some of them. */
const FEWEST_TOLD = 10
/** So many series have to fall, each in a row, where nothing else speaks against growth. */
const FALLING = 2
/** Growth from one pause to the next that a machine alone does not make, and so many short pauses in a row after it. */
const STEP = 1.2
const FEWEST_SHORT = 2
/** So many pauses below 50 ms in all series together: jitter draws hardly one in twenty of them. */
const FEWEST_NONE = 3
/** Who goes on at the pace of polling has not stopped pausing. */
const SHORT_MS = 1000

/**
 * Says why pauses between attempts do not grow on the whole, undefined where they may. With full jitter a pause is anything
 * between zero and a bound that grows. So single series prove nothing, and only what all of them show counts.
 *
 * @param series pauses in milliseconds, at least two in each
 * @param heldUpMs by so much the machine may have made a pause longer
 */
export function growth(series: readonly (readonly number[])[], heldUpMs = 0): string | undefined {
  const all = series.flat()
  const longest = all.toSorted((one, other) => one - other).at(all.length >= MANY ? -2 : -1) ?? 0
  if (median(all) < NONE_MS && longest < HELD_UP_MS) return 'there is no pause'
  // Of four draws of jitter hardly all are so short.
  if (series.some((pauses) => pauses.length >= FEWEST && pauses.every((ms) => ms < NONE_MS)))
    return 'there is no pause in one series'
  if (all.length >= FEWEST && areEqual(all)) return 'the pauses are equal'
  if (series.length >= 2 && areEqualAtLeast(series)) return 'the pauses are equal'
  const first = sum(series.map((pauses) => Math.max(0, (pauses[0] ?? 0) - heldUpMs)))
  const last = sum(series.map((pauses) => pauses.at(-1) ?? 0))
  const isLong = series.every((pauses) => pauses.length >= 3)
  if (isLong && last < first * GROWTH && spreadOf(all) < SPREAD) return 'the pauses stay the same'
  if (series.length >= FALLING && isLong && series.every((pauses) => isFalling(pauses, heldUpMs)))
    return 'the pauses become shorter'
  if (series.length >= FALLING && haveCollapsed(series, heldUpMs))
    return 'the pauses grow and become short again'
  return undefined
}

/**
 * All series grow step by step up to their longest pause, and all that follows is below 50 ms, or short and alike. Jitter hardly
 * does that, and retries within retries do not grow at first.
 */
function haveCollapsed(series: readonly (readonly number[])[], heldUpMs: number): boolean {
  const parts = series.map((pauses) => {
    const longest = pauses.indexOf(Math.max(...pauses))
    return { grown: pauses.slice(0, longest + 1), rest: pauses.slice(longest + 1) }
  })
  const isGrown = parts.every(
    ({ grown }) =>
      grown.length >= 2 && grown.every((ms, index) => index === 0 || ms >= (grown[index - 1] ?? 0) * STEP),
  )
  const rest = parts.flatMap((one) => one.rest)
  if (!isGrown || parts.some((one) => one.rest.length === 0)) return false
  if (rest.length >= FEWEST_NONE && rest.every((ms) => ms < NONE_MS)) return true
  if (parts.some((one) => one.rest.length < FEWEST_SHORT)) return false
  const first = sum(parts.map(({ grown }) => Math.max(0, (grown[0] ?? 0) - heldUpMs))) / parts.length
  return spreadOf(rest) < SPREAD && sum(rest) / rest.length < Math.min(first, SHORT_MS)
}

/** Those of all series together: chance may make two of them equal, and hardly four. */
function areEqual(pauses: readonly number[]): boolean {
  const mean = sum(pauses) / pauses.length
  return pauses.every((ms) => Math.abs(ms - mean) <= mean * EQUAL)
}

/** A machine only makes pauses longer, and hardly the same one in each series. */
function areEqualAtLeast(series: readonly (readonly number[])[]): boolean {
  const places = Math.min(...series.map(({ length }) => length))
  const least = Array.from({ length: places }, (_, place) =>
    Math.min(...series.map((pauses) => pauses[place] ?? Number.POSITIVE_INFINITY)),
  )
  return places >= FEWEST && places * series.length >= FEWEST_TOLD && areEqual(least)
}

const isFalling = (pauses: readonly number[], heldUpMs: number): boolean =>
  pauses.every((ms, index) => index === 0 || ms < (pauses[index - 1] ?? 0)) &&
  (pauses.at(-1) ?? 0) < (pauses[0] ?? 0) - heldUpMs

function spreadOf(pauses: readonly number[]): number {
  const mean = sum(pauses) / pauses.length
  return Math.sqrt(sum(pauses.map((ms) => (ms - mean) ** 2)) / pauses.length) / mean
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
