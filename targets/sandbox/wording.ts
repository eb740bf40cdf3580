/** How values are written in answers and documents. */
export interface Formats {
  /** An amount in dollars: `$1,000,000.00`. */
  money(dollars: number): string
  /** A moment, from milliseconds since the epoch: ISO 8601, UTC, three fractional digits. */
  timestamp(milliseconds: number): string
  /** The UTC calendar day of a moment: `YYYY-MM-DD`. */
  date(milliseconds: number): string
}

/**
 * A cache: a quote record has some twenty amounts, most of them the same in every quote. Formatting them again takes most of the
 * time of a read.
 */
const amounts = new Map<number, string>()
const MOST_AMOUNTS = 10_000

/** Intl does the same and takes ten times as long. */
function dollarsAndCents(dollars: number): string {
  const [whole = '0', cents = '00'] = dollars.toFixed(2).split('.')
  let grouped = whole
  for (let place = whole.length - 3; place > 0; place -= 3)
    grouped = `${grouped.slice(0, place)},${grouped.slice(place)}`
  return `$${grouped}.${cents}`
}

export const standardFormats: Formats = {
  money(dollars) {
    const known = amounts.get(dollars)
    if (known !== undefined) return known
    if (amounts.size >= MOST_AMOUNTS) amounts.clear()
    const written = dollarsAndCents(dollars)
    amounts.set(dollars, written)
    return written
  },
  timestamp: (milliseconds) => new Date(milliseconds).toISOString(),
  date: (milliseconds) => new Date(milliseconds).toISOString().slice(0, 10),
}
