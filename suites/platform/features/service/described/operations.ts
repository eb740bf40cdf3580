import {
  type Description,
  itemsOf,
  member,
  membersOf,
  type Place,
} from '../../../../../conformance/json/document.ts'
import type { ApiEndpoint } from '../../../../../spec/endpoints.ts'

/** An operation and the path item that contains it. */
export interface DescribedOperation {
  readonly item: Place
  readonly place: Place
}

/** Normalizes a path: names of parameters and a slash at the end make no difference. */
const shape = (path: string): string => path.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '')

/** Finds the operation of an endpoint, with any prefix before its path; of several, the one with the shortest prefix. */
export function operationOf(
  { method, path }: Pick<ApiEndpoint, 'method' | 'path'>,
  document: Description,
): DescribedOperation | undefined {
  const paths = member({ node: document.root, at: '' }, 'paths')
  const found = (paths === undefined ? [] : membersOf(paths))
    .filter(([name]) => shape(name).endsWith(shape(path)))
    .toSorted(([one], [other]) => one.length - other.length)
    .flatMap(([, place]) => {
      const item = resolved(place, document)
      const operation = item && member(item, method.toLowerCase())
      return item && operation ? [{ item, place: operation }] : []
    })
  return found[0]
}

/** Follows references; undefined where they lead nowhere or out of the document. */
export function resolved(place: Place, document: Description): Place | undefined {
  try {
    return document.resolve(place)
  } catch {
    return undefined
  }
}

/** Finds a nested member, following references. */
export function within(
  place: Place | undefined,
  document: Description,
  ...keys: string[]
): Place | undefined {
  return keys.reduce<Place | undefined>((here, key) => {
    const target = here && resolved(here, document)
    const found = target && member(target, key)
    return found && resolved(found, document)
  }, place)
}

/** Parameters of an operation and of its path item, where those of the operation come first. */
export const parametersOf = ({ item, place }: DescribedOperation, document: Description): readonly Place[] =>
  [place, item].flatMap((one) => {
    const list = member(one, 'parameters')
    return (list === undefined ? [] : itemsOf(list)).flatMap((found) => resolved(found, document) ?? [])
  })
