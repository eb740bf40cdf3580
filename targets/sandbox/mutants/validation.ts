import type { ApiOperation } from '../http/answer.ts'
import { knownGood } from '../known-good.ts'
import { type FieldValidation, standardValidation } from '../validation/rules.ts'
import { isObject, type TypeName } from '../validation/types.ts'
import { given } from './answers.ts'
import { kebabOf, type Mutant } from './mutant.ts'

/** Reads a value of a wrong type as a lenient parser does; `read` returns undefined where even that fails. */
interface Lenience {
  readonly says: string
  read(value: unknown): unknown
}

const leniences: Readonly<Record<TypeName, Lenience>> = {
  string: {
    says: 'a number is accepted and converted to text',
    read: (value) => (typeof value === 'number' ? String(value) : undefined),
  },
  number: {
    says: 'a string of digits is accepted as a number',
    read: (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined),
  },
  integer: {
    says: 'a fraction is cut to a whole number',
    read: (value) => (typeof value === 'number' ? Math.floor(value) : undefined),
  },
  boolean: {
    says: 'the text true is accepted in place of the value',
    read: (value) => (value === 'true' ? true : undefined),
  },
  object: {
    says: 'an array is accepted as an object',
    read: (value) => (Array.isArray(value) ? {} : undefined),
  },
  amount: {
    says: 'a list with one amount is accepted as the amount',
    read: (value) => (Array.isArray(value) && value.length === 1 ? value[0] : undefined),
  },
}

/** For each format, the wrong values that a check of the outer form lets through, and a right value in their place. */
const formChecks: Readonly<
  Record<NonNullable<FieldValidation['format']>, { says: string; passes: RegExp; stand: unknown }>
> = {
  email: { says: 'anything around an @ is an address', passes: /^[^ ]*@[^ ]*$/, stand: 'a@b.example' },
  state: { says: 'any two characters are a state', passes: /^..$/, stand: 'OR' },
  ein: {
    says: 'nine digits are a tax id with or without their hyphen',
    passes: /^\d{9}$/,
    stand: '12-3456789',
  },
  date: {
    says: 'the pattern of a date is checked and not the calendar',
    passes: /^\d{4}-\d\d-\d\d$/,
    stand: '2027-03-01',
  },
  naics: {
    says: 'industry codes of two to five digits are accepted too',
    passes: /^\d{2,5}$/,
    stand: 541511,
  },
  url: { says: 'any text is a web address', passes: / /, stand: 'https://www.example.com' },
  amount: { says: 'any words are accepted as an amount of zero', passes: /[a-z]{4}/, stand: 0 },
}

/** A copy of a body with the value at a dotted path replaced; the body itself where there is nothing to replace. */
function replaced(body: unknown, path: string, change: (value: unknown) => unknown): unknown {
  if (!isObject(body)) return body
  const [first = '', ...rest] = path.split('.')
  const value = body[first]
  const now = rest.length > 0 ? replaced(value, rest.join('.'), change) : change(value)
  return now === value ? body : { ...body, [first]: now }
}

const good = knownGood(0)

/** The value of a field in the known-good submission. */
const replacement = (path: string): unknown =>
  path.split('.').reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), good)

/** The mutants of a field: one for each statement on whether it may be missing, its type, its format. */
function mutantsOf(
  operation: ApiOperation,
  prefix: 'submit' | 'update',
  rows: readonly FieldValidation[],
): readonly Mutant[] {
  return rows.flatMap(({ field, required, type, format }) => {
    const name = kebabOf(field)
    const lenient = leniences[type]
    const formCheck = format && formChecks[format]
    return [
      ...(required === true
        ? [
            mutant(`${prefix}-requires-${name}`, `A missing ${field} is filled in with a default`, (value) =>
              value === undefined ? replacement(field) : value,
            ),
          ]
        : []),
      mutant(`${prefix}-type-${name}`, `In ${field} ${lenient.says}`, (value) =>
        rightType(type, value) ? value : readLeniently(lenient.read(value), value, field, format),
      ),
      ...(formCheck === undefined
        ? []
        : [
            mutant(`${prefix}-format-${name}`, `In ${field} ${formCheck.says}`, (value) =>
              rightType(type, value) && !rightFormat(format, value) && formCheck.passes.test(String(value))
                ? formCheck.stand
                : value,
            ),
          ]),
    ]

    function mutant(id: string, says: string, change: (value: unknown) => unknown): Mutant {
      return {
        id: `lets-${id}-pass`,
        says,
        kills: [id],
        change: given(operation, (body) => replaced(body, field, change)),
      }
    }
  })
}

/**
 * Returns the value that a lenient parser reads in place of a wrong one. Where its format would be wrong, it returns the
 * known-good value.
 */
function readLeniently(
  read: unknown,
  value: unknown,
  field: string,
  format: FieldValidation['format'],
): unknown {
  if (read === undefined) return value
  return rightFormat(format, read) ? read : replacement(field)
}

const rightType = (type: TypeName, value: unknown): boolean => standardValidation.types[type].accepts(value)
const rightFormat = (format: FieldValidation['format'], value: unknown): boolean =>
  format === undefined || standardValidation.formats[format].accepts(value)

/** Defects of validation: each rule of each field is missing once (2.1, 2.2, 2.4). */
export const validationMutants: readonly Mutant[] = [
  ...mutantsOf('submit', 'submit', standardValidation.submission),
  ...mutantsOf('update', 'update', standardValidation.update),
  {
    id: 'two-problems-break-the-validator',
    says: 'The sentence about what is wrong with a body is made for one problem, and breaks with a second one',
    kills: ['broken-submissions-refused', 'broken-updates-refused'],
    change: ({ validation }) => ({
      validation: {
        problems(rows, body, rules) {
          const problems = validation.problems(rows, body, rules)
          if (problems.length > 1) throw new RangeError('one problem was expected')
          return problems
        },
      },
    }),
  },
  {
    id: 'every-fourth-year-is-a-leap-year',
    says: 'The calendar has a leap day in every fourth year, at the turn of a century too',
    kills: ['submit-format-effective-date'],
    change: given('submit', (body) =>
      replaced(body, 'effective_date', (value) => (value === '2100-02-29' ? '2100-03-01' : value)),
    ),
  },
  ...(['effective_date', 'insured_taxid'] as const).map(
    (field): Mutant => ({
      id: `line-feed-behind-${kebabOf(field)}`,
      says: `The pattern of ${field} is matched line by line, so that a line feed may follow`,
      kills: [`submit-format-${kebabOf(field)}`],
      change: given('submit', (body) =>
        replaced(body, field, (value) => (typeof value === 'string' ? value.replace(/\n$/, '') : value)),
      ),
    }),
  ),
]
