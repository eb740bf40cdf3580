import { type DateToken, dateTokens } from '../read/date-format.ts'
import { literal, READERS } from './date-readers.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** The year of a date without one, as in the library: it is no leap year. */
const ANY_YEAR = 2001

/** Says whether the Pact library accepts a text under a date format. It accepts nothing where it cannot read the format. */
export function fitsDateFormat(text: string, format: string): boolean {
  const tokens = dateTokens(format)
  if (tokens === undefined) return false
  const values: [letter: string, text: string][] = []
  let at = 0
  for (const token of tokens) {
    const end = readerOf(token)?.(text, at)
    if (end === undefined) return false
    if (token.kind === 'letter') values.push([token.letter, text.slice(at, end)])
    at = end
  }
  return at === text.length && isPossibleDay(values)
}

const readerOf = (token: DateToken) =>
  token.kind === 'text' ? literal(token.text) : READERS[token.letter]?.(token.count)

/** The day has to be one of its month, where the format has both. */
function isPossibleDay(values: readonly (readonly [letter: string, text: string])[]): boolean {
  const textOf = (letters: string) => values.find(([letter]) => letters.includes(letter))?.[1]
  const [day, month, year] = [textOf('d'), textOf('M'), textOf('yYu')]
  if (day === undefined || month === undefined) return true
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase())
  const index = named < 0 ? Number(month) - 1 : named
  const last = new Date(0)
  // The day before the first one of the next month. Years below 100 are meant as they are.
  last.setUTCFullYear(year === undefined ? ANY_YEAR : Number(year), index + 1, 0)
  return Number(day) <= last.getUTCDate()
}

/** One moment in the form that the library's generators write for each letter. */
const WRITTEN: Readonly<Record<string, (count: number) => string>> = {
  G: () => 'AD',
  ...Object.fromEntries(
    ['y', 'Y', 'u'].map((letter) => [letter, (count: number) => (count === 2 ? '27' : '2027')]),
  ),
  M: (count) => (count < 3 ? '01' : count === 3 ? 'Jan' : 'January'),
  L: () => '01',
  D: () => '015',
  d: () => '15',
  w: () => '02',
  E: (count) => (count > 3 ? 'Friday' : 'Fri'),
  ...Object.fromEntries(['e', 'c'].map((letter) => [letter, () => '5'])),
  ...Object.fromEntries(['h', 'H', 'k', 'K'].map((letter) => [letter, () => '12'])),
  m: () => '00',
  s: () => '00',
  S: (count) => '0'.repeat(Math.max(3, count)),
  n: () => '000000000',
  ...Object.fromEntries(['z', 'V', 'x', 'X'].map((letter) => [letter, () => '+00:00'])),
  Z: () => '+0000',
  a: () => 'PM',
}

/**
 * Writes a moment as the library's generators do.
 * @returns undefined where it cannot read the format
 */
export const writtenDate = (format: string): string | undefined =>
  dateTokens(format)
    ?.map((token) => (token.kind === 'text' ? token.text : (WRITTEN[token.letter]?.(token.count) ?? '')))
    .join('')
