import fc, { type Arbitrary } from 'fast-check'
import type { Variation } from './near.ts'
import { naicsCodes, people, stateCodes } from './test-data.ts'

/**
 * Submissions that are valid against the published schema but far from any known-good one. They cover every state, industry, date
 * and amount, names and addresses in every script and length, and missing members. No platform has to quote them, so its answers
 * are only recorded.
 * @param given the first day on which policies begin, `YYYY-MM-DD`; any other text means an arbitrary day
 */
export function wideVariation(given: string): Arbitrary<Variation> {
  const from = isDay(given) ? given : SOME_DAY
  return fc
    .record(
      {
        broker_email: email,
        insured_name: text(people.company),
        insured_location: part({
          address_line1: text(people.street),
          address_line2: text(people.unit),
          address_city: text(people.city),
          address_state: fc.constantFrom(...stateCodes),
          address_zip: fc.oneof(
            digits(5),
            fc.tuple(digits(5), digits(4)).map((parts) => parts.join('-')),
          ),
        }),
        insured_taxid: fc.oneof(
          fc.constant(null),
          fc.tuple(digits(2), digits(7)).map((parts) => parts.join('-')),
        ),
        claims: part({
          claims_count: fc.nat(20),
          claims_amount: fc.oneof(fc.nat(5_000_000), cents(5_000_000)),
        }),
        year_founded: fc.oneof(fc.constant(null), fc.integer({ min: 1636, max: Number(from.slice(0, 4)) })),
        effective_date: effectiveDate(from),
        revenue: amount(10_000_000_000),
        naics: fc.constantFrom(...naicsCodes),
        question_highrisk: fc.boolean(),
        agg_limit: amount(20_000_000),
        retention: amount(1_000_000),
        website: part({ has_website: fc.boolean(), domainName: url }),
        insured_contact: part({
          first_name: text(people.given),
          last_name: text(people.family),
          email,
          phone: fc.constantFrom(
            '614-555-0142',
            '+1 (614) 555-0142',
            '+16145550142',
            '6145550142',
            '+44 20 7946 0958',
          ),
          preferred_method: fc.constantFrom('email', 'phone', 'Email', 'text'),
        }),
      },
      { requiredKeys: [] },
    )
    .map((patch) => ({ patch }))
}

const SOME_DAY = '2030-01-15'

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** An object of which each member is kept, changed or left out. */
function part(members: Readonly<Record<string, Arbitrary<unknown>>>): Arbitrary<Record<string, unknown>> {
  const each = Object.entries(members).map(
    ([name, value]) =>
      [name, fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })] as const,
  )
  return fc.record(Object.fromEntries(each), { requiredKeys: [] })
}

/** One of the given texts, or one with the usual length limits of database columns. */
function text(written: readonly string[]): Arbitrary<string> {
  const atBoundary = fc
    .tuple(fc.constantFrom(1, 2, 50, 63, 64, 65, 100, 127, 128, 255, 256), fc.constantFrom('x', 'é', '株'))
    .map(([length, letter]) => letter.repeat(length))
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...written) }, { weight: 1, arbitrary: atBoundary })
}

const digits = (length: number): Arbitrary<string> =>
  fc.nat(10 ** length - 1).map((number) => String(number).padStart(length, '0'))

const cents = (most: number): Arbitrary<number> => fc.nat(most * 100).map((number) => number / 100)

/** Dollars, as a number or as a plain string of digits. */
function amount(most: number): Arbitrary<number | string> {
  const dollars = fc.oneof(
    fc.constantFrom(1, 1000, 2500, 10_000, 1_000_000, most),
    fc.integer({ min: 1, max: most }),
  )
  return fc.oneof(
    dollars,
    dollars.map(String),
    fc.integer({ min: 1, max: most }).map((whole) => `${whole}.50`),
  )
}

/** Addresses whose local part and domain are valid by every interpretation of the rules. */
const email: Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('pat', 'pat.broker', 'pat+quotes', 'p_a-t', 'PAT', "o'neill", '1', 'x'.repeat(40)),
    fc.constantFrom(
      'example.com',
      'mail.example.org',
      'EXAMPLE.NET',
      'a-b.example.co.uk',
      'xn--bcher-kva.example',
    ),
  )
  .map((parts) => parts.join('@'))

const url: Arbitrary<string> = fc.constantFrom(
  'https://www.example.com',
  'http://example.com',
  'https://example.com:8443/about?lang=en#team',
  'https://xn--bcher-kva.example/',
  'https://a-b.example.co.uk/p%C3%A4th',
)

/** Days around the usual ones, also last days of months and leap days. */
function effectiveDate(from: string): Arbitrary<string> {
  const year = Number(from.slice(0, 4))
  const near = fc
    .nat(180)
    .map((days) => new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10))
  const leapYear = year + ((4 - (year % 4)) % 4 || 4)
  return fc.oneof(
    near,
    fc.constantFrom(`${leapYear}-02-29`, `${year}-12-31`, `${year + 1}-01-01`, `${year + 1}-02-28`),
  )
}
