import { isObject } from '../../conformance/json/object.ts'
import { keyMeaning, PROFILE_SHAPES, type ProfileSide } from './keys.ts'

/** A value of the environment may replace any text or part of one. */
const VARIABLE = '\\$\\{\\w+\\}'
/** A text that neither begins nor ends with a blank. */
const SEEN = '^\\S(.*\\S)?$'

/**
 * The JSON Schema of a profile for editors, with the purpose of each key. Keys that have a default are not required, and any text
 * may come from the environment.
 */
export function editorSchema(side: ProfileSide): object {
  const { $defs, ...shape } = JSON.parse(JSON.stringify(PROFILE_SHAPES[side]))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Profile of a ${side}`,
    ...(withMeanings(shape, side, '') as object),
    ...($defs === undefined ? {} : { $defs: mapValues($defs, (one) => withMeanings(one, side, 'action')) }),
  }
}

function withMeanings(shape: unknown, side: ProfileSide, path: string): unknown {
  if (!isObject(shape)) return shape
  const { format, pattern, properties, description, ...rest } = shape
  const below = (name: string) => (path === '' ? name : `${path}.${name}`)
  return {
    ...rest,
    ...textOf(description, keyMeaning(side, path)),
    ...(typeof pattern === 'string' ? { pattern: `${VARIABLE}|${pattern}` } : {}),
    ...(typeof format === 'string'
      ? { pattern: `${VARIABLE}|${format === 'seen' ? SEEN : '^https?://'}` }
      : {}),
    ...(Array.isArray(rest.required) && isObject(properties)
      ? { required: rest.required.filter((name) => !hasDefault(properties[String(name)])) }
      : {}),
    ...(isObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, withMeanings(one, side, below(name))]),
          ),
        }
      : {}),
  }
}

const hasDefault = (property: unknown): boolean => isObject(property) && property.default !== undefined

function textOf(form: unknown, meaning: string | undefined): { readonly description?: string } {
  const must = typeof form === 'string' ? `It must be ${form}.` : ''
  const text = [meaning === undefined ? '' : `${meaning}.`, must].filter((one) => one !== '').join(' ')
  return text === '' ? {} : { description: text }
}

const mapValues = (object: object, change: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
