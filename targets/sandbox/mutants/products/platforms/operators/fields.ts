import { eventTypes } from '../../../../events/table.ts'
import { knownGood } from '../../../../known-good.ts'
import type { Platform } from '../../../../platform.ts'
import type { Quote } from '../../../../quotes/quote.ts'
import { type FieldValidation, standardValidation } from '../../../../validation/rules.ts'
import { isObject, type TypeName } from '../../../../validation/types.ts'
import { given } from '../../../answers.ts'
import { one, textArgument, wordsOf } from '../../arguments.ts'
import { changed, memberAt } from '../../members.ts'
import { platformOperator } from './operator.ts'

/** Reads a value of a wrong type as a lenient parser does; undefined where even that fails. */
const LENIENT: Readonly<Record<TypeName, (value: unknown) => unknown>> = {
  string: (value) => (typeof value === 'number' ? String(value) : undefined),
  number: (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined),
  integer: (value) => (typeof value === 'number' ? Math.floor(value) : undefined),
  boolean: (value) => (value === 'true' ? true : undefined),
  object: (value) => (Array.isArray(value) ? {} : undefined),
  amount: (value) => (Array.isArray(value) && value.length === 1 ? value[0] : undefined),
}

/** For each format, the wrong values that a check of the outer form lets through, and a right value in their place. */
const OUTER: Readonly<Record<NonNullable<FieldValidation['format']>, readonly [passes: RegExp, unknown]>> = {
  email: [/^[^ ]*@[^ ]*$/, 'a@b.example'],
  state: [/^..$/, 'OR'],
  ein: [/^\d{9}$/, '12-3456789'],
  date: [/^\d{4}-\d\d-\d\d$/, '2027-03-01'],
  naics: [/^\d{2,5}$/, 541511],
  url: [/ /, 'https://www.example.com'],
  amount: [/[a-z]{4}/, 0],
}

const GOOD = knownGood(0)

const rightFormat = (format: FieldValidation['format'], value: unknown): boolean =>
  format === undefined || standardValidation.formats[format].accepts(value)

type Reads = (value: unknown, row: FieldValidation) => unknown

/** The value that is read in the place of a wrong one. */
const CHECKS = {
  presence: (value, { field }) => (value === undefined ? memberAt(GOOD, field) : value),
  type(value, { type, format, field }) {
    const read = standardValidation.types[type].accepts(value) ? undefined : LENIENT[type](value)
    if (read === undefined) return value
    return rightFormat(format, read) ? read : memberAt(GOOD, field)
  },
  format(value, { type, format }) {
    if (format === undefined || !standardValidation.types[type].accepts(value)) return value
    const [passes, stand] = OUTER[format]
    return !rightFormat(format, value) && passes.test(String(value)) ? stand : value
  },
} as const satisfies Record<string, Reads>

/** A copy of a body with the value at a dotted path replaced; the body itself where there is nothing to replace. */
function replaced(body: unknown, path: string, change: (value: unknown) => unknown): unknown {
  if (!isObject(body)) return body
  const [first = '', ...rest] = path.split('.')
  const value = body[first]
  const now = rest.length > 0 ? replaced(value, rest.join('.'), change) : change(value)
  return now === value ? body : { ...body, [first]: now }
}

/** Dates as milliseconds, lists as text, anything else as a number: the forms that a careless serialiser gives them. */
function misshapen(value: unknown): unknown {
  if (Array.isArray(value)) return value.join(',')
  return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? Date.parse(String(value)) : 4711
}

const SHAPES = { missing: () => undefined, misshapen } as const

/** One field of a body that is not checked, or of a payload that is wrong (2.1, 2.2, 2.4, 6.payload). */
export const FIELD_OPERATORS = [
  platformOperator(
    { lenient: textArgument, about: wordsOf(CHECKS), at: one('submit', 'update') },
    ({ lenient, about, at }) => {
      const rows = standardValidation[at === 'submit' ? 'submission' : 'update']
      const row = rows.find(({ field }) => field === lenient)
      if (row === undefined) throw new RangeError(`there is no ${lenient}`)
      return given(at, (body) => replaced(body, lenient, (value) => CHECKS[about](value, row)))
    },
  ),
  platformOperator(
    { payload: one(...eventTypes), has: wordsOf(SHAPES), path: textArgument },
    ({ payload, has, path }) =>
      ({ events: { payloads } }) => ({
        events: {
          payloads: {
            ...payloads,
            [payload]: (quote: Quote, platform: Platform) =>
              changed(
                (payloads[payload] as (typeof payloads)['quote.created'])(quote, platform),
                path,
                SHAPES[has],
              ),
          },
        },
      }),
  ),
]
