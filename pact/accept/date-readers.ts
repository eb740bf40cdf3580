/**
 * Reads a part of a text.
 * @param at where it begins
 * @returns where it ends; undefined where the text is something else
 */
export type DateReader = (text: string, at: number) => number | undefined

/** Reads what a sticky pattern matches. */
const like =
  (pattern: RegExp): DateReader =>
  (text, at) => {
    pattern.lastIndex = at
    return pattern.test(text) ? pattern.lastIndex : undefined
  }

const words = (...all: readonly string[]): DateReader => like(new RegExp(all.join('|'), 'iy'))

export const literal =
  (word: string): DateReader =>
  (text, at) =>
    text.startsWith(word, at) ? at + word.length : undefined

/** Reads as many digits as there are, up to a number of them. Their value has to be within bounds. */
function digits(most: number, lower = 0, upper = Infinity): DateReader {
  const read = like(most === Infinity ? /\d+/y : new RegExp(`\\d{1,${Math.min(most, 1000)}}`, 'y'))
  return (text, at) => {
    const end = read(text, at)
    const value = Number(text.slice(at, end))
    return value >= lower && value <= upper ? end : undefined
  }
}

const all =
  (...parts: readonly DateReader[]): DateReader =>
  (text, at) =>
    parts.reduce<number | undefined>((end, part) => (end === undefined ? undefined : part(text, end)), at)

const maybe =
  (part: DateReader): DateReader =>
  (text, at) =>
    part(text, at) ?? at

const either =
  (...parts: readonly DateReader[]): DateReader =>
  (text, at) => {
    for (const part of parts) {
      const end = part(text, at)
      if (end !== undefined) return end
    }
    return undefined
  }

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'.split(
  '|',
)
const DAYS = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday'.split('|')

/** The first three letters of names, or the whole ones. */
const names = (list: readonly string[], isShort: boolean): DateReader =>
  words(...(isShort ? list.map((name) => name.slice(0, 3)) : list))

const minute = digits(2, 0, 59)
const second = digits(2, 0, 60)
// The library knows no offset of twelve hours or more.
const signedHour = all(like(/[+-]+/y), digits(2, 0, 11))
const colon = literal(':')
const withColon = all(signedHour, colon, minute)
const greenwich = either(literal('GMT'), literal('UTC'))

/** Offsets of the letters x and X by the length of their run. */
const OFFSETS: readonly DateReader[] = [
  all(signedHour, maybe(minute)),
  all(signedHour, minute),
  withColon,
  all(signedHour, minute, maybe(second)),
  all(withColon, maybe(all(colon, second))),
]

const offset = (count: number): DateReader => OFFSETS[count - 1] ?? withColon

function offsetZ(count: number): DateReader {
  if (count < 4) return all(signedHour, minute)
  return count === 4 ? either(all(greenwich, withColon), greenwich) : withColon
}

const zoneId: DateReader = (text, at) => {
  const end = like(/[A-Za-z0-9]+\/[A-Za-z0-9]+/y)(text, at)
  try {
    if (end !== undefined) new Intl.DateTimeFormat('en', { timeZone: text.slice(at, end) })
    return end
  } catch {
    return undefined
  }
}

/** Abbreviations of zones that the library knows, as far as people write them. UTC is none of them. */
const ZONES = new Set(
  (
    'GMT EST EDT CST CDT MST MDT PST PDT AKST AKDT HST HDT AST ADT NST NDT CET CEST BST EET EEST WET WEST MSK IST JST ' +
    'KST HKT SAST EAT WAT CAT AEST AEDT ACST ACDT AWST NZST NZDT SST PKT WIB WITA WIT LMT GST EWT MET MEST IDT'
  ).split(' '),
)

const zoneAbbreviation: DateReader = (text, at) => {
  const end = like(/[A-Z]{3,4}/y)(text, at)
  return ZONES.has(text.slice(at, end)) ? end : undefined
}

const nothing: DateReader = () => undefined

const dayOfWeek = (count: number): DateReader => (count > 2 ? names(DAYS, count === 3) : digits(1, 1, 7))

function quarter(count: number): DateReader {
  if (count < 3) return digits(2, 1, 4)
  return count === 3 ? words('Q[1-4]') : words('(?:1st|2nd|3rd|4th) quarter')
}

/** The readers of the Pact library for each letter, by the length of its run. */
export const READERS: Readonly<Record<string, (count: number) => DateReader>> = {
  G: () => words('ad', 'bc'),
  y: digits,
  Y: digits,
  u: digits,
  M: (count) => (count > 2 ? names(MONTHS, count === 3) : digits(2, 1, 12)),
  L: () => digits(2, 1, 12),
  // 356 is the library's own bound.
  D: () => digits(3, 1, 356),
  d: () => digits(2, 1, 31),
  q: () => digits(2, 1, 4),
  Q: quarter,
  w: () => digits(2, 1, 56),
  W: () => digits(2, 1, 5),
  F: () => digits(2, 0, 4),
  E: (count) => names(DAYS, count <= 3),
  e: dayOfWeek,
  c: dayOfWeek,
  a: () => words('am', 'pm'),
  h: () => digits(2, 1, 12),
  H: () => digits(2, 0, 23),
  k: () => digits(2, 1, 24),
  K: () => digits(2, 0, 11),
  m: () => minute,
  s: () => second,
  S: digits,
  A: () => digits(Infinity),
  n: () => digits(Infinity),
  N: () => digits(Infinity),
  x: offset,
  X: (count) => either(literal('Z'), offset(count)),
  Z: offsetZ,
  O: (count) => all(greenwich, count < 4 ? all(signedHour, maybe(all(colon, minute))) : withColon),
  z: (count) => (count < 4 ? zoneAbbreviation : nothing),
  V: () => zoneId,
}
