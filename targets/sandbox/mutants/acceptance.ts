import type { BehaviourChange } from '../behaviour.ts'
import { changeRow } from '../validation/rules.ts'
import { isObject } from '../validation/types.ts'
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
    id: 'founding-year-still-required',
    says: 'The founding year is required, as it was before v1.14.0',
    kills: ['year-founded-is-optional'],
    change: required('year_founded'),
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
    id: 'escapes-are-refused',
    says: 'A filter in front takes escapes in a JSON text for an attack',
    kills: ['valid-submissions-accepted'],
    change: () => ({ http: { reads: (text) => !/\\u[\da-f]{4}/i.test(text) } }),
  },
]
