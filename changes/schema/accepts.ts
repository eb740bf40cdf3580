import { isObject } from '../../conformance/json/object.ts'
import type { Schema } from './identity.ts'
import { kindOf, type Shape } from './shape.ts'

/** Says whether a value fits a shape, as far as the shape shows. */
export function acceptsIn(shapeOf: (schema: Schema) => Shape): (shape: Shape, value: unknown) => boolean {
  const fits = (schema: Schema, value: unknown): boolean => accepts(shapeOf(schema), value)

  const accepts = (shape: Shape, value: unknown): boolean => {
    if (!shape.kinds.has(kindOf(value))) return false
    const text = JSON.stringify(value)
    if (shape.values !== undefined && !shape.values.some((one) => JSON.stringify(one) === text)) return false
    if (!shape.unions.every((group) => group.some((branch) => fits([branch], value)))) return false
    if (typeof value === 'number') return acceptsNumber(shape, value)
    if (typeof value === 'string') return acceptsText(shape, value)
    if (Array.isArray(value)) return value.every((item) => shape.item !== undefined && fits(shape.item, item))
    return !isObject(value) || acceptsObject(shape, value)
  }

  const acceptsObject = (shape: Shape, value: Readonly<Record<string, unknown>>): boolean =>
    [...shape.required].every((name) => name in value) &&
    Object.entries(value).every(([name, one]) => {
      const property = shape.properties.get(name) ?? shape.others
      return property !== undefined && fits(property, one)
    })
  return accepts
}

function acceptsNumber({ low, high }: Shape, value: number): boolean {
  const above = low.exclusive ? value > low.value : value >= low.value
  return above && (high.exclusive ? value < high.value : value <= high.value)
}

function acceptsText({ length, patterns }: Shape, value: string): boolean {
  const characters = [...value].length
  return (
    characters >= length[0] && characters <= length[1] && patterns.every((pattern) => matches(pattern, value))
  )
}

function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    // A pattern in another regex dialect decides nothing.
    return true
  }
}
