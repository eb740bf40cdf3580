import { isObject } from '../../../../conformance/json/object.ts'
import { kebabOf } from '../mutant.ts'
import { anything, members, some } from './arguments.ts'
import { fieldRows } from './fields.ts'

type Row = Readonly<Record<string, unknown>>

/** Members that hold ids. A value in them is written with hyphens, as in the id of the row. */
const WITH_IDS = ['slip', 'when', 'kills']

/**
 * Writes a row once for each value of its list `each`, which `{each}` stands for in the id and in the members. Where the values are
 * objects, `{name}` stands for their member of that name. `{ fields: { of: bodies, type: string } }` stands for all such fields.
 */
export function rowForEach([id, { each, ...row }]: readonly [id: string, row: Row]): readonly [
  id: string,
  row: Row,
][] {
  if (each === undefined) return [[id, row]]
  return valuesOf(each).map((one) => {
    const values = isObject(one) ? one : { each: one }
    const kebab = (text: unknown) => kebabOf(String(text))
    const written = Object.entries(row).map(([name, value]) => [
      name,
      withValues(value, values, WITH_IDS.includes(name) ? kebab : String),
    ])
    return [String(withValues(id, values, kebab)), Object.fromEntries(written)]
  })
}

/** The values of a list. A value with `fields` is one for each of them. */
const valuesOf = (each: unknown): readonly unknown[] =>
  some(anything)(each).flatMap((one) => {
    const { fields, ...values } = isObject(one) ? one : {}
    return fields === undefined ? [one] : fieldRows(members(fields)).map((row) => ({ ...row, ...values }))
  })

/** Puts values into texts in the place of `{name}`, at any depth. A text that is nothing but a placeholder becomes the value itself. */
export function withValues(given: unknown, values: Row, write: (value: unknown) => string = String): unknown {
  if (Array.isArray(given)) return given.map((one) => withValues(one, values, write))
  if (isObject(given))
    return Object.fromEntries(
      Object.entries(given).map(([name, one]) => [
        String(withValues(name, values, write)),
        withValues(one, values, write),
      ]),
    )
  if (typeof given !== 'string') return given
  const known = Object.keys(values).join('|')
  const [, whole] = new RegExp(`^\\{(${known})\\}$`).exec(given) ?? []
  if (whole !== undefined && typeof values[whole] !== 'string') return values[whole]
  return given.replace(new RegExp(`\\{(${known})\\}`, 'g'), (_, name: string) => write(values[name]))
}
