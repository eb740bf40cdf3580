import type { BehaviourChange } from '../behaviour.ts'
import { changeRow } from '../validation/rules.ts'
import { isObject } from '../validation/types.ts'
import { operating } from './answers.ts'
import { kebabOf, type Mutant } from './mutant.ts'

/** Refuses some valid submissions. */
const refusing =
  (problem: string, when: (body: Readonly<Record<string, unknown>>) => boolean): BehaviourChange =>
  ({ validation }) => ({
    validation: {
      problems: (rows, body, rules) => [
        ...validation.problems(rows, body, rules),
        ...(rows === rules.submission && isObject(body) && when(body) ? [problem] : []),
      ],
    },
  })

const required =
  (field: string): BehaviourChange =>
  ({ validation }) => ({
    validation: { submission: changeRow(validation.submission, field, { required: true }) },
  })

/** A JSON text in which every string is empty. */
const withoutTexts = (json: string): string => json.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""')

const amounts = ['revenue', 'agg_limit', 'retention'] as const

/** Valid submissions that are refused (2.1). */
export const acceptanceMutants: readonly Mutant[] = [
  {
    id: 'tax-id-still-required',
    says: 'The tax id is required, as it was before 2025-10-17',
    kills: ['taxid-is-optional'],
    change: required('insured_taxid'),
  },
  {
    id: 'tax-id-or-founding-year-wanted',
    says: 'A submission with neither tax id nor founding year is refused, since one of them is to identify the insured',
    kills: ['valid-submissions-accepted'],
    change: refusing(
      'insured_taxid or year_founded is required',
      (body) => !('insured_taxid' in body) && !('year_founded' in body),
    ),
  },
  {
    id: 'leap-days-are-no-dates',
    says: 'February is taken to have 28 days in every year',
    kills: ['leap-day-is-accepted'],
    change: refusing('effective_date is no date', ({ effective_date }) =>
      String(effective_date).endsWith('-02-29'),
    ),
  },
  {
    id: 'tax-id-no-longer-known',
    says: 'When the tax id was no longer required it was taken out of the schema, which lets no further fields pass',
    kills: ['taxid-is-accepted'],
    knownGood: { insured_taxid: null },
    change: refusing('insured_taxid is not known', (body) => 'insured_taxid' in body),
  },
  {
    id: 'founding-year-still-required',
    says: 'The founding year is required, as it was before v1.14.0',
    kills: ['year-founded-is-optional'],
    change: required('year_founded'),
  },
  {
    id: 'founding-year-of-two-digits',
    says: 'The founding year is checked by the rule for years of two digits',
    kills: ['year-founded-is-accepted'],
    knownGood: { year_founded: null },
    change: refusing('year_founded is too large', ({ year_founded: year }) => Number(year) > 99),
  },
  {
    id: 'high-risk-is-invalid',
    says: 'High-risk operations are refused as invalid instead of being reviewed',
    kills: ['highrisk-is-accepted', 'transition-pending-to-underwriter-review'],
    change: refusing('question_highrisk must be false', (body) => body.question_highrisk === true),
  },
  ...amounts.flatMap((field): readonly Mutant[] => [
    {
      id: `${kebabOf(field)}-only-as-number`,
      says: `${field} is accepted as a number only`,
      kills: [`${kebabOf(field)}-as-string-accepted`, 'number-and-string-rate-alike'],
      change: refusing(`${field} must be a number`, (body) => typeof body[field] === 'string'),
    },
    {
      id: `${kebabOf(field)}-only-as-string`,
      says: `${field} is accepted as a string only`,
      kills: [`${kebabOf(field)}-as-number-accepted`, 'number-and-string-rate-alike'],
      knownGood: { [field]: field === 'revenue' ? '5000000' : field === 'retention' ? '10000' : '1000000' },
      change: refusing(`${field} must be a string`, (body) => typeof body[field] === 'number'),
    },
  ]),
  {
    id: 'numbers-with-an-exponent-are-refused',
    says: 'The parser of numbers accepts digits and a point, but no exponent',
    kills: ['valid-submissions-accepted'],
    change: () => ({ http: { reads: (text) => !/[:[,]\s*-?[\d.]+e[+-]?\d/i.test(withoutTexts(text)) } }),
  },
  {
    id: 'names-of-four-bytes-break-the-store',
    says: 'The store accepts letters of up to three bytes, and any other letter causes an internal error',
    kills: ['non-ascii-is-accepted'],
    change: operating(['submit'], (standard, { body }, { behaviour: { answers } }) =>
      /[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(isObject(body) ? (body.insured_name ?? '') : ''))
        ? answers.error(500, 'Internal server error')
        : standard(),
    ),
  },
  {
    id: 'escapes-are-refused',
    says: 'A filter in front takes escapes in a JSON text for an attack',
    kills: ['valid-submissions-accepted'],
    change: () => ({ http: { reads: (text) => !/\\u[\da-f]{4}/i.test(text) } }),
  },
]
