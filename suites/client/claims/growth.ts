/** Pauses that are all shorter than this count as no pause. */
const NONE_MS = 50
/** A busy machine sometimes prolongs a pause to this; with `MANY` pauses the longest one is ignored. */
const HELD_UP_MS = 250
const MANY = 6
/** Pauses are equal if each is within this fraction of their mean. */
const EQUAL = 0.12
/**
 * Below this spread, relative to the mean, the range of pauses does not grow. `GROWTH` is the least growth from first to last.
 */
const SPREAD = 0.28
const GROWTH = 1.5
/** The smallest number of pauses that says something: two may be alike by chance. */
const FEWEST = 4
/** With this many pauses in several series, the shortest one at each attempt is free of delays by the machine. */
const FEWEST_DECIDED = 10
/** The smallest number of series that count as a breach where all of them fall, or collapse. */
const FALLING = 2
/**
 * Growth from one pause to the next that a machine alone does not cause. `FEWEST_SHORT` short pauses in a row must follow it.
 */
const STEP = 1.2
const FEWEST_SHORT = 2
/** This many pauses below 50 ms, over all series, count as no pause: jitter makes fewer than one in twenty of them. */
const FEWEST_NONE = 3
/** Longer pauses are at the pace of polling, so the client still pauses. */
const SHORT_MS = 1000

/**
 * Says why pauses between attempts do not grow on the whole; undefined where they may. With full jitter a pause is anything
 * between zero and a growing bound. So a single series proves nothing, and only a property of all series counts.
 *
 * @param series pauses in milliseconds, at least two in each
 * @param heldUpMs how much the machine may have prolonged a pause
 */
export function growth(series: readonly (readonly number[])[], heldUpMs = 0): string | undefined {
  const all = series.flat()
  const longest = all.toSorted((one, other) => one - other).at(all.length >= MANY ? -2 : -1) ?? 0
  if (median(all) < NONE_MS && longest < HELD_UP_MS) return 'there is no pause'
  // With full jitter, four pauses are hardly ever all so short.
  if (series.some((pauses) => pauses.length >= FEWEST && pauses.every((ms) => ms < NONE_MS)))
    return 'there is no pause in one series'
  const first = sum(series.map((pauses) => Math.max(0, (pauses[0] ?? 0) - heldUpMs)))
  const last = sum(series.map((pauses) => pauses.at(-1) ?? 0))
  // A machine that is held up makes a few growing pauses alike, in all series that run at that time.
  const areMany = series.some((pauses) => pauses.length >= FEWEST)
  if (all.length >= FEWEST && areEqual(all) && (areMany || last < first * GROWTH))
    return 'the pauses are equal'
  if (series.length >= 2 && areEqualAtLeast(series)) return 'the pauses are equal'
  const isLong = series.every((pauses) => pauses.length >= 3)
  if (isLong && last < first * GROWTH && spreadOf(all) < SPREAD) return 'the pauses stay the same'
  if (series.length >= FALLING && isLong && series.every((pauses) => isFalling(pauses, heldUpMs)))
    return 'the pauses become shorter'
  if (series.length >= FALLING && haveCollapsed(series, heldUpMs))
    return 'the pauses grow and become short again'
  return undefined
}

/**
 * True where all series grow step by step up to their longest pause, and all later pauses are below 50 ms, or short and alike.
 * Jitter hardly ever does that, and nested retries do not grow at first.
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

/** Compares the pauses of all series together: two may be equal by chance, but hardly four. */
function areEqual(pauses: readonly number[]): boolean {
  const mean = sum(pauses) / pauses.length
  return pauses.every((ms) => Math.abs(ms - mean) <= mean * EQUAL)
}

/** Compares the shortest pause at each attempt. A machine only prolongs pauses, and hardly the same one in each series. */
function areEqualAtLeast(series: readonly (readonly number[])[]): boolean {
  const places = Math.min(...series.map(({ length }) => length))
  const least = Array.from({ length: places }, (_, place) =>
    Math.min(...series.map((pauses) => pauses[place] ?? Number.POSITIVE_INFINITY)),
  )
  return places >= FEWEST && places * series.length >= FEWEST_DECIDED && areEqual(least)
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
