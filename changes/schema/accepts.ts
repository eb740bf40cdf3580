import type { FormatName } from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { isObject } from '../../conformance/json/object.ts'
import type { Schema } from './identity.ts'
import { canonicalText, kindOf } from './kinds.ts'
import { isMatch } from './match.ts'
import type { Range, Shape } from './shape.ts'

/** Says whether a value fits a shape, as far as the shape shows. */
export function acceptsIn(shapeOf: (schema: Schema) => Shape): (shape: Shape, value: unknown) => boolean {
  const fits = (schema: Schema, value: unknown): boolean => accepts(shapeOf(schema), value)

  const accepts = (shape: Shape, value: unknown): boolean => {
    if (!shape.kinds.has(kindOf(value))) return false
    const text = canonicalText(value)
    if (shape.values !== undefined && !shape.values.some((one) => canonicalText(one) === text)) return false
    const { rest, unions } = shape
    const chosen = unions.every(({ branches, isExclusive }) => {
      const count = branches.filter((branch) => fits([branch], value)).length
      return isExclusive ? count === 1 : count > 0
    })
    if (!chosen || rest.nots.some((place) => fits([place], value))) return false
    const holds = rest.conditions.every(({ test, yes, no }) => {
      const follows = fits([test], value) ? yes : no
      return follows === undefined || fits([follows], value)
    })
    if (!holds) return false
    if (typeof value === 'number') return acceptsNumber(shape, value)
    if (typeof value === 'string') return acceptsText(shape, value)
    if (Array.isArray(value)) return acceptsList(shape, value)
    return !isObject(value) || acceptsObject(shape, value)
  }

  const acceptsList = ({ items, unique, prefix, item, rest }: Shape, list: readonly unknown[]): boolean =>
    within(list.length, items) &&
    !(unique && new Set(list.map(canonicalText)).size < list.length) &&
    list.every((one, place) => {
      const schema = prefix[place] ?? item
      return schema !== undefined && fits(schema, one)
    }) &&
    rest.contains.every(({ place, from, to }) =>
      within(list.filter((one) => fits([place], one)).length, [from, to]),
    )

  const acceptsObject = (shape: Shape, value: Readonly<Record<string, unknown>>): boolean =>
    within(Object.keys(value).length, shape.members) &&
    [...shape.required].every((name) => name in value) &&
    [...shape.rest.dependents].every(([name, schema]) => !(name in value) || fits(schema, value)) &&
    Object.entries(value).every(([name, one]) => {
      const patterns = [...shape.byPattern].filter(([pattern]) => isMatch(pattern, name))
      const unnamed = patterns.length > 0 ? patterns.flatMap(([, schema]) => schema) : shape.others
      const property = shape.properties.get(name) ?? unnamed
      return (
        property !== undefined &&
        fits(property, one) &&
        shape.rest.names.every((place) => fits([place], name))
      )
    })
  return accepts
}

const within = (size: number, [from, to]: Range): boolean => size >= from && size <= to

function acceptsNumber({ low, high, multiples }: Shape, value: number): boolean {
  const above = low.exclusive ? value > low.value : value >= low.value
  const below = high.exclusive ? value < high.value : value <= high.value
  return above && below && multiples.every((one) => Math.abs(value / one - Math.round(value / one)) < 1e-9)
}

const acceptsText = ({ length, patterns, formats }: Shape, value: string): boolean =>
  within([...value].length, length) &&
  patterns.every((pattern) => isMatch(pattern, value)) &&
  formats.every((format) => hasFormat(format, value))

/** Says whether a text has a format. A format that nobody knows decides nothing. */
function hasFormat(name: string, text: string): boolean {
  const format = name in fullFormats ? fullFormats[name as FormatName] : true
  if (format instanceof RegExp) return format.test(text)
  if (typeof format === 'function') return (format as (one: string) => boolean)(text)
  if (typeof format !== 'object' || !('validate' in format)) return true
  const { validate } = format
  return validate instanceof RegExp ? validate.test(text) : (validate as (one: string) => boolean)(text)
}
