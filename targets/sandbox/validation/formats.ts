/** A format that a value of the right type must have: its name in messages, and its test. */
export interface FormatCheck {
  readonly name: string
  accepts(value: unknown): boolean
}

export type FormatName = 'email' | 'state' | 'ein' | 'date' | 'amount' | 'naics' | 'url'

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?'
const email = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`)

const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

/** True for a real calendar day, written `YYYY-MM-DD`. */
function isCalendarDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** Beyond a quadrillion dollars sums are no longer exact to the cent. */
const largest = 1e15

function isAmount(value: unknown): boolean {
  const amount = typeof value === 'string' && /^\d{1,30}(?:\.\d{1,30})?$/.test(value) ? Number(value) : value
  return typeof amount === 'number' && amount >= 0 && amount <= largest
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/[^\s/]\S*$/i.test(value) && URL.canParse(value)
}

export const standardValueFormats: Readonly<Record<FormatName, FormatCheck>> = {
  email: { name: 'an email address', accepts: matches(email) },
  state: { name: 'a two-letter state code', accepts: matches(/^[A-Za-z]{2}$/) },
  ein: { name: 'an EIN (12-3456789)', accepts: matches(/^\d{2}-\d{7}$/) },
  date: { name: 'a calendar day as YYYY-MM-DD', accepts: isCalendarDay },
  amount: { name: 'an amount in dollars, digits only', accepts: isAmount },
  naics: {
    name: 'a number of six digits',
    accepts: (value) => Number.isInteger(value) && Number(value) >= 100_000 && Number(value) <= 999_999,
  },
  url: { name: 'an absolute web address', accepts: isWebAddress },
}
