import { isObject } from '../../../../../conformance/json/object.ts'
import { plainText } from '../../../../../conformance/json/plain-text.ts'
import { jsonTypeOf } from '../../../vocabulary/judge/json.ts'
import type { Alternative, View } from './view.ts'

const keywords = (alternative: Alternative, name: string): readonly unknown[] =>
  alternative.flatMap(({ node }) => (isObject(node) && node[name] !== undefined ? [node[name]] : []))

const shared = <T>(lists: readonly (readonly T[])[]): readonly T[] =>
  (lists[0] ?? []).filter((one) => lists.every((list) => list.includes(one)))

/** Name of a type; `integer` counts as `number`. */
const named = (type: unknown): string => (type === 'integer' ? 'number' : plainText(type))

/** The values that an alternative lists; undefined where it lists none. */
function valuesOf(alternative: Alternative): readonly unknown[] | undefined {
  const lists = [
    ...keywords(alternative, 'enum').filter((list) => Array.isArray(list)),
    ...keywords(alternative, 'const').map((value) => [value]),
  ] as readonly (readonly unknown[])[]
  return lists.length === 0 ? undefined : shared(lists)
}

function typesOf(alternative: Alternative): readonly string[] | undefined {
  const values = valuesOf(alternative)
  const lists = [
    ...keywords(alternative, 'type').map((type) => [type].flat().map(named)),
    ...(values === undefined ? [] : [values.map(jsonTypeOf)]),
  ]
  return lists.length === 0 ? undefined : shared(lists)
}

/** Alternatives for values other than `null`: how a description marks a nullable field makes no difference. */
export const withoutNull = (view: View): View =>
  view.filter((alternative) => typesOf(alternative)?.some((type) => type !== 'null') ?? true)

const union = <T>(lists: readonly (readonly T[] | undefined)[]): readonly T[] | undefined =>
  lists.length === 0 || lists.some((list) => list === undefined)
    ? undefined
    : [...new Set(lists.flatMap((list) => list ?? []))]

/** The types that a view allows, without `null`; undefined where an alternative allows any type. */
export const typesIn = (view: View): readonly string[] | undefined =>
  union(view.map(typesOf))
    ?.filter((type) => type !== 'null')
    .sort()

/** The values that a view allows, without `null`; undefined where an alternative allows any value. */
export const valuesIn = (view: View): readonly unknown[] | undefined =>
  union(view.map(valuesOf))?.filter((value) => value !== null)

/** The names that all alternatives require; undefined where none has a `required` list. */
export function requiredNames(view: View): readonly string[] | undefined {
  const lists = view.map((alternative) => keywords(alternative, 'required').flat().map(plainText))
  return lists.every((list) => list.length === 0) ? undefined : shared(lists)
}

/** The formats that a view names. */
export const formatsIn = (view: View): readonly string[] => [
  ...new Set(view.flatMap((alternative) => keywords(alternative, 'format').map(plainText))),
]

export const examplesIn = (view: View): readonly unknown[] =>
  view.flatMap((alternative) => keywords(alternative, 'examples').flat())

/** Says whether a text fits the patterns of some alternative. A pattern that JavaScript cannot parse counts as fitting. */
export const fitsPatterns = (view: View, text: string): boolean =>
  view.some((alternative) =>
    keywords(alternative, 'pattern').every((pattern) => {
      try {
        return new RegExp(plainText(pattern), 'u').test(text)
      } catch {
        return true
      }
    }),
  )

export const hasPattern = (view: View): boolean =>
  view.some((alternative) => keywords(alternative, 'pattern').length > 0)
