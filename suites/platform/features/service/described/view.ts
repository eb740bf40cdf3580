import type { Description, Place } from '../../../../../conformance/json/document.ts'
import { child, itemsOf, member } from '../../../../../conformance/json/document.ts'
import { isObject } from '../../../../../conformance/json/object.ts'

/** Schemas that a value has to fit all at once. */
export type Alternative = readonly Place[]

/** The alternatives of a composed schema: a value has to fit at least one of them. */
export type View = readonly Alternative[]

/** Schemas with more alternatives are skipped: they state nothing simple about a field. */
const MOST_ALTERNATIVES = 64
const DEEPEST = 24

class TooMuch extends Error {}

/**
 * Expands schemas that hold together into alternatives: resolves references, `allOf`, `oneOf` and `anyOf`.
 * @returns undefined where a reference leads out of the document or nowhere, or where there are too many parts
 */
export function viewOf(places: readonly Place[], document: Description): View | undefined {
  try {
    return together(
      places.map((place) => expand(place, document, 0)),
      0,
    )
  } catch {
    // Another requirement reports broken references.
    return undefined
  }
}

function expand(place: Place, document: Description, depth: number): View {
  if (depth > DEEPEST) throw new TooMuch()
  const { node } = place
  if (!isObject(node)) return [[place]]
  if (typeof node.$ref === 'string') {
    const target = expand(document.resolve(place), document, depth + 1)
    const { $ref: _, ...beside } = node
    const hasMore = document.siblings && Object.keys(beside).length > 0
    return hasMore
      ? together([target, expand({ ...place, node: beside }, document, depth + 1)], depth)
      : target
  }
  const parts = (key: string) => itemsOf(member(place, key) ?? { node: [], at: '' })
  const expanded = (key: string) => parts(key).map((part) => expand(part, document, depth + 1))
  const choices = ['oneOf', 'anyOf'].filter((key) => parts(key).length > 0)
  return together([[[place]], ...expanded('allOf'), ...choices.map((key) => expanded(key).flat())], depth)
}

function together(views: readonly View[], depth: number): View {
  return views.reduce<View>(
    (sofar, view) => {
      if (sofar.length * view.length > MOST_ALTERNATIVES || depth > DEEPEST) throw new TooMuch()
      return sofar.flatMap((one) => view.map((other) => [...one, ...other]))
    },
    [[]],
  )
}

/** A property or item, as all alternatives together describe it. */
export interface PropertyView {
  /** Undefined where its schema cannot be read. */
  readonly view: View | undefined
  /** True when any alternative describes it. */
  readonly isDescribed: boolean
}

/** The property of this name, from all alternatives. */
export const propertyIn = (view: View, name: string, document: Description): PropertyView =>
  partIn(
    view,
    (schema) => {
      const properties = member(schema, 'properties')
      return properties && member(properties, name)
    },
    document,
  )

/** The items of an array, from all alternatives. */
export const itemIn = (view: View, document: Description): PropertyView =>
  partIn(view, (schema) => member(schema, 'items'), document)

function partIn(
  view: View,
  partOf: (schema: Place) => Place | undefined,
  document: Description,
): PropertyView {
  const described = view
    .map((alternative) => alternative.flatMap((schema) => partOf(schema) ?? []))
    .filter((places) => places.length > 0)
  const views = described.map((places) => viewOf(places, document))
  return {
    isDescribed: described.length > 0,
    view: views.some((one) => one === undefined) ? undefined : views.flatMap((one) => one ?? []),
  }
}

/** The names of all properties of a view, each once, without forbidden ones (`false`). */
export const propertyNames = (view: View): readonly string[] => [
  ...new Set(
    view.flat().flatMap((schema) => {
      const { node } = member(schema, 'properties') ?? {}
      return isObject(node) ? Object.keys(node).filter((name) => node[name] !== false) : []
    }),
  ),
]

/** The place of the first keyword that a schema of the view has; else the place of the view. */
export function placeOf(view: View, ...keywords: readonly string[]): string {
  for (const keyword of keywords)
    for (const schema of view.flat()) if (member(schema, keyword)) return child(schema.at, keyword)
  return view[0]?.at(-1)?.at ?? ''
}
